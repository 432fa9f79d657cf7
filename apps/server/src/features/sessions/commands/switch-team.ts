import type { Presented } from '@learnt/contract/endpoint'
import type { Me } from '@learnt/contract/session'
import { sql } from 'kysely'
import { makeActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { type Ctx, createContext } from '../../../platform/context.ts'
import { announce } from '../../../platform/outbox.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { findOwnLanguage, keepLanguage } from '../../members/commands/save-preferences.ts'
import { findTeam } from '../../teams/queries.ts'
import { presentMe } from '../present.ts'
import type { OwnMembership } from '../queries.ts'
import { greet } from './greet.ts'

/**
 * The same session goes on in another of the person's teams, which becomes the default. Other tabs of this browser are
 * told in the old tenant, since what they show is no longer theirs.
 */
export async function switchTeam(
  ctx: Ctx,
  target: OwnMembership,
  sessionStartedAt: Date,
): Promise<Presented<typeof Me>> {
  const { actor, services } = ctx
  const tenantId = mintTenantId(target.tenantId)
  const next = makeActor({
    userId: actor.userId,
    teamId: target.teamId,
    tenantId,
    roles: target.roles,
    sessionId: actor.sessionId,
  })
  const there = createContext({
    actor: next,
    services,
    requestId: ctx.requestId,
    address: ctx.address,
    locale: ctx.locale,
    t: ctx.t,
    log: ctx.log,
  })
  const language = await ctx.read((tx) => findOwnLanguage(tx, actor.membershipId))
  const me = await there.write(async (tx) => {
    if (language) await keepLanguage(tx, next.membershipId, language)
    const [switched, row, team] = await Promise.all([
      sql`select * from control.switch_team(${actor.sessionId}, ${actor.userId}, ${target.teamId}, ${ctx.now})`.execute(
        tx,
      ),
      greet(ctx, tx, next.membershipId),
      findTeam(tx, target.teamId),
    ])
    // What opened the session opens its own tenant alone.
    if (switched.rows.length === 0) throw new ProblemError('not-allowed', { detail: 'reason.otherSignIn' })
    if (row === null) throw notFound()
    await audit(there, tx, {
      action: 'session.switchTeam',
      subjectType: 'membership',
      subjectId: next.membershipId,
      before: { teamId: actor.teamId },
      after: { teamId: target.teamId },
    })
    return presentMe(next, row, { sideNavigation: team?.sideNavigation ?? null, sessionStartedAt })
  })
  await ctx.write((tx) =>
    announce(ctx, tx, { topic: 'me', userId: actor.userId, kind: 'teamSwitched', id: actor.sessionId ?? '' }),
  )
  return me
}
