import type { ApprovalLevel } from '@learnt/contract/forms/content'
import type { RequestKind, RequestState } from '@learnt/contract/requests'
import type { Ctx } from './context.ts'
import type { WriteTx } from './db/database.ts'

/** A request that is locked until the end of the transaction, with its levels. */
export interface HeldRequest {
  readonly id: string
  readonly kind: RequestKind
  /** Null: it is about an order. */
  readonly documentId: string | null
  readonly title: string
  readonly submissionId: string | null
  readonly orderId: string | null
  readonly userId: string
  readonly membershipId: string
  readonly state: RequestState
  readonly levels: ApprovalLevel[] | null
  /** From 1. */
  readonly level: number | null
}

/** What somebody said at a level of a request. */
interface LevelDecision {
  readonly decision: 'approve' | 'decline'
  readonly reason: string
  /** Title of the level. */
  readonly level: string
  /** For whom a stand-in decided; null: for nobody but themselves. */
  readonly forUserId: string | null
  /** No level follows. */
  readonly isFinal: boolean
}

/** What follows from requests of a kind, in the transaction of what happened to them. */
export interface RequestKindRules {
  readonly kind: RequestKind
  /** The feature itself tells the people what became of their requests. */
  readonly tellsItself?: true
  /** Where one decision is enough: requests that were approved, declined or taken back together. */
  ended?(
    ctx: Ctx,
    tx: WriteTx,
    ids: readonly string[],
    how: { readonly decision: 'approve' | 'decline' | 'withdraw'; readonly reason: string },
  ): Promise<void>
  /** Where levels decide, one after the other: a decision at one of them. */
  decided?(ctx: Ctx, tx: WriteTx, request: HeldRequest, decision: LevelDecision): Promise<void>
  /** The same: the person took it back. */
  withdrawn?(ctx: Ctx, tx: WriteTx, request: HeldRequest): Promise<void>
  /** The same: nobody has decided for as many days as the level gives them, and administrators may as well. */
  escalated?(ctx: Ctx, tx: WriteTx, request: HeldRequest, level: string): Promise<void>
}

const kinds = new Map<RequestKind, RequestKindRules>()

/** Adds the kind of requests of a feature. `app.ts` adds those of every feature. */
export function addRequestKind(rules: RequestKindRules): void {
  kinds.set(rules.kind, rules)
}

/** In one order, so that two decisions about requests of several kinds take their locks alike. */
export function listRequestKinds(): RequestKindRules[] {
  return [...kinds.values()]
}

export function rulesOf(kind: RequestKind): RequestKindRules | undefined {
  return kinds.get(kind)
}
