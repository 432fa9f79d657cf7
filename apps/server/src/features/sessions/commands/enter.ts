import type { Presented } from '@learnt/contract/endpoint'
import type { FactorKind } from '@learnt/contract/factors'
import type { AuthMethod, Me } from '@learnt/contract/session'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem.ts'
import type { ShownBy } from '../../../platform/session/fresh-proof.ts'
import { type Attempt, returnAttempt } from '../../../platform/session/lock-out.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { stepOf } from '../../factors/policy.ts'
import { findTeam, type TeamView } from '../../teams/queries.ts'
import { acceptsMethod, chooseMembership } from '../policy.ts'
import { presentMe } from '../present.ts'
import { type OwnMembership, passwordOpens, readOwnMemberships } from '../queries.ts'
import { beginStep } from './begin-step.ts'
import { endSessions } from './end-sessions.ts'
import { greet } from './greet.ts'
import { endFormer } from './leave.ts'
import { clearedCookie, NoActiveMembership, openSession, type ThereSession } from './open-session.ts'
import { readOwnStanding } from './owed-factor.ts'
import type { PasswordSign } from './prove-password.ts'

/** The person, as one way of signing in has just shown. */
export interface Proof {
  readonly userId: string
  readonly method: AuthMethod
  /** Set if a tenant's own provider vouches, or a factor it vouched for: it opens that tenant and no other. */
  readonly onlyTenantId?: string
  readonly wantsToPersist: boolean
  /** The counted attempt, given back when the person gets in. */
  readonly attempt?: Attempt
  /** Which password it was, where it was one. */
  readonly password?: PasswordSign
  /** The field at which the person reads why not. */
  readonly complainAt: string
  /** The second factor, where it has been shown already; else it is asked for where one is owed. */
  readonly factor?: FactorKind
  readonly there?: ThereSession
  /** When the proof was shown, where that was not just now. */
  readonly provedAt?: Date
  /** What was shown then, where that was in another session. */
  readonly provedBy?: ShownBy | null
  /** What the way of signing in keeps, in the same transaction. */
  readonly also?: (tx: WriteTx, ctx: Ctx) => Promise<void>
}

/**
 * The one way in: every proof ends here with the choice of a membership and its session. Where a second factor is owed
 * there is no session yet: it remembers the proof for this browser and throws `second-factor-required`.
 */
export async function enter(call: PublicCall, team: TeamView, proof: Proof): Promise<Presented<typeof Me>> {
  const { db } = call.services
  const { attempt, complainAt, onlyTenantId, userId } = proof
  const [all, standingIn] = await db.control((tx) =>
    Promise.all([
      readOwnMemberships(tx, userId, onlyTenantId),
      proof.factor ? null : readOwnStanding(call, tx, userId),
    ]),
  )
  const memberships = onlyTenantId === undefined ? all : all.filter((one) => one.tenantId === onlyTenantId)
  const open = memberships.filter((one) => acceptsMethod(one, proof.method))
  const chosen = chooseMembership(open, { teamId: team.id, tenantId: team.tenantId })
  if (chosen === null) {
    if (attempt) await db.control((tx) => returnAttempt(tx, attempt))
    throw refused(complainAt, await whyNot(call, team, proof, memberships))
  }

  const config = readTenantConfig(chosen.tenantSettings)
  const owed =
    standingIn === null
      ? 'none'
      : stepOf(config, { method: proof.method, roles: chosen.roles, standing: standingIn(chosen.tenantId) })
  if (owed === 'ask' || owed === 'setUp') {
    await beginStep(call, team, chosen, proof)
    throw new ProblemError('second-factor-required')
  }

  const membershipId = `${userId}:${chosen.teamId}`
  const persists = proof.wantsToPersist && config.sessionConfig.persistUserSession
  const { ctx, result } = await openSession(
    call,
    {
      userId,
      tenantId: chosen.tenantId,
      teamId: chosen.teamId,
      roles: chosen.roles,
      provenBy: proof.method,
      factor: proof.factor ?? (owed === 'trusted' ? 'device' : null),
      persists,
      hasRight: true,
      knowsDevice: attempt !== undefined && attempt.knownDevice !== null,
      ...(attempt ? { attempt } : {}),
      ...(proof.password ? { password: proof.password } : {}),
      ...(proof.there ? { there: proof.there } : {}),
      isBound: onlyTenantId !== undefined,
      ...(proof.provedAt ? { provedAt: proof.provedAt, provedBy: proof.provedBy ?? null } : {}),
    },
    async (inside, tx) => {
      const [me, view] = await Promise.all([
        greet(inside, tx, membershipId),
        chosen.teamId === team.id ? team : findTeam(tx, chosen.teamId),
        proof.also?.(tx, inside),
      ])
      return { me, sideNavigation: view?.sideNavigation ?? null }
    },
  ).catch((error: unknown) => {
    throw error instanceof NoActiveMembership ? refused(complainAt, 'disabled') : error
  })
  const { me } = result
  if (me === null) {
    // The person's row was taken away in that moment, and nobody has this session's token yet.
    call.reply.header('set-cookie', clearedCookie(call))
    await endSessions(ctx, [{ id: ctx.actor.sessionId ?? '', tenantId: chosen.tenantId }])
    throw refused(complainAt, 'disabled')
  }
  await endFormer(call, ctx)
  return presentMe(ctx.actor, me, { sideNavigation: result.sideNavigation, sessionStartedAt: call.now })
}

/**
 * Why nobody is let in who has shown the proof. NOTE: a password that another tenant's administrator chose is known to them,
 * so it is not said whether its person belongs here.
 */
async function whyNot(
  call: PublicCall,
  team: TeamView,
  { method, onlyTenantId, userId }: Proof,
  memberships: readonly OwnMembership[],
): Promise<Refusal> {
  if (memberships.length > 0) return 'otherMethod'
  if (team.tenantStatus === 'suspended') return 'tenantSuspended'
  if (method !== 'password' || onlyTenantId !== undefined) return 'disabled'
  return (await passwordOpens(call.services.db, userId, team.tenantId)) ? 'disabled' : 'setByMail'
}

type Refusal = 'disabled' | 'tenantSuspended' | 'otherMethod' | 'setByMail'

function refused(path: string, reason: Refusal): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ path, message: `signIn.${reason}`, code: reason }] })
}
