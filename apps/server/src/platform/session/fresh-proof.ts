import type { FactorKind } from '@learnt/contract/factors'
import type { AuthMethod } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Database } from '../db/database.ts'
import { ProblemError } from '../problem.ts'

/** So long what was shown last counts as fresh. */
export const freshMs = 10 * 60_000

export interface SessionProof {
  /** Null: the proof says too little about the person to open what they have in other tenants. */
  readonly provedAt: Date | null
  /** When the last proof was shown, even a weak one. */
  readonly shownAt: Date
  readonly provenBy: AuthMethod
  readonly factor: FactorKind | null
  /** The proof was something of the person's own, in an account that they own. */
  readonly isOwn: boolean
  /** What opened the session opens its tenant alone. */
  readonly isBound: boolean
  /** What was shown in it, since it was opened. */
  readonly provedBy: ShownBy | null
}

/** Something of the person's own, a passkey that opens one tenant alone, or a tenant's provider. */
export type ShownBy = 'own' | 'bound' | 'word'

/** How a session was proved, and when last; null for one that is not there. */
export async function findProof(db: Database, sessionId: string, userId: string): Promise<SessionProof | null> {
  const { rows } = await db.control((tx) =>
    sql<SessionProof>`
      select * from control.proof_of_session(${sessionId}, ${userId})`.execute(tx),
  )
  return rows[0] ?? null
}

export interface Ownership {
  readonly isOwn: boolean
  readonly isAlone: boolean
  readonly isBare: boolean
}

/**
 * Who owns an account: `isOwn`, the person reads its mails and chose what opens it; `isAlone`, it is in this tenant
 * only; `isBare`, it has neither password nor passkey.
 */
export async function findOwnership(db: Database, userId: string, tenantId: string): Promise<Ownership> {
  const { rows } = await db.control((tx) =>
    sql<Ownership>`
      select control.is_own(${userId}) as is_own, control.is_alone(${userId}, ${tenantId}) as is_alone,
        control.is_bare(${userId}) as is_bare`.execute(tx),
  )
  return rows[0] ?? { isOwn: false, isAlone: false, isBare: false }
}

/**
 * The tenant to which somebody is held who has not shown what is their own: of what is open and set in others they are not
 * told, and nor do they end it. Null: they are held to none.
 */
export async function findOnlyTenant({ actor, services }: Pick<Ctx, 'actor' | 'services'>): Promise<string | null> {
  const proof = actor.sessionId === null ? null : await findProof(services.db, actor.sessionId, actor.userId)
  return proof?.provedAt ? null : actor.tenantId
}

/** Until when the session may change what opens the account; a session that is gone may not. */
export async function findProvedUntil(ctx: Ctx): Promise<Date> {
  const { actor, services } = ctx
  const proof = actor.sessionId === null ? null : await findProof(services.db, actor.sessionId, actor.userId)
  return freshUntil(proof)
}

/** 403 where password or passkey were shown too long ago, or never: an unwatched screen is not enough to take an account over. */
export async function requireFreshProof({ actor, now, services }: Ctx): Promise<SessionProof> {
  const proof = actor.sessionId === null ? null : await findProof(services.db, actor.sessionId, actor.userId)
  if (proof === null || freshUntil(proof) < now) throw new ProblemError('proof-required')
  return proof
}

function freshUntil(proof: SessionProof | null): Date {
  return new Date((proof?.provedAt?.getTime() ?? 0) + freshMs)
}
