import type { RequestKind } from '@learnt/contract/requests'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { HeldRequest } from '../queries/hold-request.ts'

/** What somebody said at a level of a request. */
export interface LevelDecision {
  readonly decision: 'approve' | 'decline'
  readonly reason: string
  /** Title of the level. */
  readonly level: string
  /** For whom a stand-in decided; null: for nobody but themselves. */
  readonly forUserId: string | null
  /** No level follows. */
  readonly isFinal: boolean
}

/** What follows from a request of a kind that another feature brings along, in the transaction of what happened to it. */
export interface RequestKindRules {
  decided(ctx: Ctx, tx: WriteTx, request: HeldRequest, decision: LevelDecision): Promise<void>
  /** The person took it back. */
  withdrawn(ctx: Ctx, tx: WriteTx, request: HeldRequest): Promise<void>
  /** Nobody has decided for as many days as the level gives them: administrators may as well. */
  escalated(ctx: Ctx, tx: WriteTx, request: HeldRequest, level: string): Promise<void>
}

const kinds = new Map<RequestKind, RequestKindRules>()

/** Called once for each kind, when its feature registers. */
export function addRequestKind(kind: RequestKind, rules: RequestKindRules): void {
  kinds.set(kind, rules)
}

export function rulesOf(kind: RequestKind): RequestKindRules | undefined {
  return kinds.get(kind)
}
