import type { Route } from './http/route.ts'
import type { JobKind, Task } from './jobs/job.ts'
import type { Round } from './jobs/round.ts'

/** What a feature brings to the server; its `register.ts` says it, and `app.ts` lists the features. */
export interface Feature {
  readonly routes?: readonly Route[]
  /** Work that people wait for and see in the tray. */
  readonly jobs?: readonly JobKind[]
  /** Work from the outbox that nobody waits for. */
  readonly tasks?: readonly Task[]
  /** Work that comes again and again by the clock. */
  readonly rounds?: readonly Round[]
}
