import { z } from 'zod'
import { colleagueViews } from './team-values.ts'
import { Id } from './values.ts'

/** Somebody as everybody of the team finds them: never with an address. `teams`: names, where the tenant shows them. */
export const Colleague = z.object({ id: Id, name: z.string(), teams: z.array(z.string()) })
export type Colleague = z.infer<typeof Colleague>

/** Ten at most. `shows`: what the tenant lets people see; off: a whole address finds its person. */
export const FoundColleagues = z.object({ items: z.array(Colleague), shows: z.enum(colleagueViews) })
export type FoundColleagues = z.infer<typeof FoundColleagues>
