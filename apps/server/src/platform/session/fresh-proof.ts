import type { FactorKind } from '@learnt/contract/factors'
import type { AuthMethod } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Database } from '../db/database.ts'
import { ProblemError } from '../problem.ts'

/** So long what was shown last counts as fresh. */
export const freshMs = 10 * 60_000

export interface SessionProof {
  /** Null: only a tenant's provider has said who it is, which opens nothing that is the person's in other tenants too. */
  readonly provedAt: Date | null
  readonly provenBy: AuthMethod
  readonly factor: FactorKind | null
}

/** How a session was proved, and when last; null for one that is not there. */
export async function findProof(db: Database, sessionId: string, userId: string): Promise<SessionProof | null> {
  const { rows } = await db.control((tx) =>
    sql<SessionProof>`
      select * from control.proof_of_session(${sessionId}, ${userId})`.execute(tx),
  )
  return rows[0] ?? null
}

/** Whether the account is this tenant's alone, with nothing of the person's own: no password, no passkey. */
export async function standsAlone(db: Database, userId: string, tenantId: string): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{ alone: boolean }>`select control.stands_alone(${userId}, ${tenantId}) as alone`.execute(tx),
  )
  return rows[0]?.alone === true
}

/** Until when the session may change what opens the account; a session that is gone may not. */
export async function findProvedUntil(ctx: Ctx): Promise<Date> {
  const { actor, services } = ctx
  const proof = actor.sessionId === null ? null : await findProof(services.db, actor.sessionId, actor.userId)
  return new Date((proof?.provedAt?.getTime() ?? 0) + freshMs)
}

/** 403 where password or passkey were shown too long ago, or never: an unwatched screen is not enough to take an account over. */
export async function requireFreshProof(ctx: Ctx): Promise<void> {
  if ((await findProvedUntil(ctx)) < ctx.now) throw new ProblemError('proof-required')
}
