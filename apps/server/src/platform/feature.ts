import type { NotificationKind } from '@learnt/contract/notification-kinds'
import type { CalendarSource } from './calendar-sources.ts'
import type { Consequence } from './causes.ts'
import type { Ctx } from './context.ts'
import type { WriteTx } from './db/database.ts'
import type { ProtocolErrors } from './http/addresses.ts'
import type { Route } from './http/route.ts'
import type { JobKind, Task } from './jobs/job.ts'
import type { Round } from './jobs/round.ts'
import type { PersonTables } from './person-tables.ts'
import type { RequestKindRules } from './request-kinds.ts'
import type { AudienceUse, FieldReader } from './rule-uses.ts'
import type { SearchKind } from './search-kinds.ts'
import type { Words } from './translate.ts'

/** The parts of a feature that the server runs. Its `register.ts` names them, and `app.ts` lists the features. */
export interface Feature {
  readonly routes?: readonly Route[]
  /** How its protocol says what the server refuses. */
  readonly protocolErrors?: ProtocolErrors
  /** Work that people wait for and see in the tray. */
  readonly jobs?: readonly JobKind[]
  /** Work from the outbox that no person waits for. */
  readonly tasks?: readonly Task[]
  /** Recurring jobs: work that runs at fixed intervals. */
  readonly rounds?: readonly Round[]
  /** What follows from causes, such as a finished course; each says what it goes by, and the order follows from that. */
  readonly consequences?: readonly Consequence[]
  /** What the feature adds to everybody's calendar. */
  readonly calendar?: CalendarSource
  /** What follows from its requests. */
  readonly requestKind?: RequestKindRules
  /** What people find in it by words. */
  readonly search?: readonly SearchKind[]
  /** What of it reads fields of people. */
  readonly fieldReader?: FieldReader
  /** What of it names audiences. */
  readonly audienceUse?: AudienceUse
  /** What its tables keep of a person. */
  readonly personTables?: PersonTables
  /** Its notifications about the account, which nobody else may read. */
  readonly accountNotices?: readonly NotificationKind[]
  /** Texts of the feature's `words/`. Other features may use their keys too. */
  readonly words?: Words
  /** Reads the feature's `demo.ts`, which only a start with the demonstration needs. */
  readonly demo?: () => Promise<{ readonly seedDemo: SeedDemo }>
}

/**
 * Adds the feature's content to one tenant of the demonstration. Runs once, after the people and courses and in their
 * transaction. The actor is an administrator of the tenant.
 */
export type SeedDemo = (ctx: Ctx, tx: WriteTx) => Promise<void>
