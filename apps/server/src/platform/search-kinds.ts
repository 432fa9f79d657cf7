import { type Found, foundKinds } from '@learnt/contract/search'
import type { Actor } from './actor.ts'
import type { Ctx } from './context.ts'
import type { ReadTx } from './db/database.ts'

/** One kind of thing that search finds: who finds it at all, and what of it, within what that person may see. */
export interface SearchKind {
  /** What it may find; the contract's order of these is the order in which people see them. */
  readonly finds: readonly [Found['kind'], ...Found['kind'][]]
  readonly mayFind: (actor: Actor) => boolean
  readonly find: (ctx: Ctx, tx: ReadTx, words: string, limit: number) => Promise<Found[]>
}

const kinds: SearchKind[] = []

/** Adds what a feature lets people find. `app.ts` adds those of every feature. */
export function addSearchKinds(added: readonly SearchKind[]): void {
  kinds.push(...added)
}

/** In the order in which people see them. */
export function listSearchKinds(): SearchKind[] {
  const placeOf = ({ finds }: SearchKind) => foundKinds.indexOf(finds[0])
  return kinds.toSorted((a, b) => placeOf(a) - placeOf(b))
}
