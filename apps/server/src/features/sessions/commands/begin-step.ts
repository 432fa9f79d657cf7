import type { AuthMethod } from '@learnt/contract/session'
import { sql } from 'kysely'
import { makeActor } from '../../../platform/actor.ts'
import { type Ctx, createContext } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import type { ShownBy } from '../../../platform/session/fresh-proof.ts'
import { type Attempt, returnAttempt } from '../../../platform/session/lock-out.ts'
import { deviceCookieName, hashToken, makeCookie, makeToken, stepCookieName } from '../../../platform/session/token.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import type { TeamView } from '../../teams/queries.ts'
import type { OwnMembership } from '../queries.ts'
import { deviceSeconds, readDevice, type ThereSession } from './open-session.ts'
import type { PasswordSign } from './prove-password.ts'

const stepSeconds = 600

/** The first proof, as far as the step needs it: see Proof. */
interface FirstProof {
  readonly userId: string
  readonly method: AuthMethod
  readonly onlyTenantId?: string
  readonly wantsToPersist: boolean
  readonly there?: ThereSession
  /** When it was shown, where that was not just now. */
  readonly provedAt?: Date
  readonly provedBy?: ShownBy | null
  readonly password?: PasswordSign
  readonly attempt?: Attempt
  readonly also?: (tx: WriteTx, ctx: Ctx) => Promise<void>
  /** `also` makes the account, with its password. */
  readonly makesAccount?: boolean
}

/**
 * Keeps that somebody has shown the first proof, for this browser alone and for ten minutes. What the way of signing in
 * keeps is kept now: the second factor comes in another request.
 */
export async function beginStep(
  call: PublicCall,
  team: TeamView,
  chosen: Pick<OwnMembership, 'tenantId' | 'teamId' | 'roles'>,
  proof: FirstProof,
): Promise<void> {
  const { services, reply } = call
  const ctx = contextOfStep(call, { userId: proof.userId, ...chosen })
  // A password that is set in this transaction is no younger than the step; any other one that is set meanwhile ends it.
  const { now } = proof.makesAccount ? ctx : call
  const token = makeToken()
  const device = readDevice(call) ?? makeToken()
  const until = new Date(now.getTime() + stepSeconds * 1000)
  const shown = {
    method: proof.method,
    onlyTenantId: proof.onlyTenantId ?? null,
    wantsToPersist: proof.wantsToPersist,
    there: proof.there ?? null,
    provedAt: proof.provedAt?.toISOString() ?? null,
    provedBy: proof.provedBy ?? null,
    password: proof.password?.toString('base64') ?? null,
  }
  const { attempt } = proof
  await ctx.write(async (tx) => {
    // First what the step may stand on: somebody who registers is made there.
    await proof.also?.(tx, ctx)
    await Promise.all([
      attempt ? returnAttempt(tx, attempt) : null,
      sql`
        select control.begin_step(${hashToken(token)}, ${hashToken(device)}, ${proof.userId}, ${team.id}, ${chosen.tenantId},
          ${chosen.teamId}, ${json(shown)}, ${now}, ${until})`.execute(tx),
    ])
  })
  const { settings } = services
  reply.header('set-cookie', [
    makeCookie(settings, stepCookieName(settings), token, stepSeconds),
    makeCookie(settings, deviceCookieName(settings), device, deviceSeconds),
  ])
}

/** A person who is about to enter a membership, before there is a session. */
export function contextOfStep(
  call: PublicCall,
  of: { userId: string; tenantId: string; teamId: string; roles?: readonly string[] },
): Ctx {
  return createContext({
    actor: makeActor({
      userId: of.userId,
      teamId: of.teamId,
      tenantId: mintTenantId(of.tenantId),
      roles: of.roles ?? ['learner'],
      sessionId: null,
    }),
    services: call.services,
    requestId: call.request.id,
    address: call.request.ip,
    locale: call.locale,
    t: call.t,
  })
}
