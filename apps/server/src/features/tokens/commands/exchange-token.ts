import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { findProof } from '../../../platform/session/fresh-proof.ts'
import { endSessions } from '../../sessions/commands/end-sessions.ts'
import { NoActiveMembership, openSession } from '../../sessions/commands/open-session.ts'
import { presentLegacyUser } from '../present.ts'
import { findLegacyUserIn } from '../queries.ts'

/** A fresh token in the place of this one, which ends. It lasts as long as this one would have, and proves nothing anew. */
export async function exchangeToken(ctx: Ctx, request: FastifyRequest, reply: FastifyReply) {
  const { actor, now, services, locale, t } = ctx
  const session = request.session
  if (session === null || actor.sessionId === null) throw new ProblemError('not-signed-in')
  const before = [{ id: actor.sessionId, tenantId: actor.tenantId }]
  const proof = await findProof(services.db, actor.sessionId, actor.userId)
  // First the old one: of two who come at once, one gets a token.
  if ((await endSessions(ctx, before)) === 0) throw new ProblemError('not-signed-in')
  const {
    result,
    token,
    expiresAt,
    ctx: fresh,
  } = await openSession(
    { services, request, reply, ctx, locale, t, now },
    {
      userId: actor.userId,
      tenantId: actor.tenantId,
      teamId: actor.teamId,
      roles: actor.roles,
      provenBy: proof?.provenBy ?? 'password',
      factor: proof?.factor ?? null,
      persists: false,
      isForProgram: true,
      notAfter: session.expiresAt,
      isBound: proof?.isBound ?? true,
      provedBy: proof?.provedBy ?? null,
      ...(proof ? { provedAt: proof.shownAt } : {}),
    },
    (inside, tx) => findLegacyUserIn(tx, inside.actor.membershipId),
  ).catch((error: unknown) => {
    throw error instanceof NoActiveMembership ? new ProblemError('not-signed-in') : error
  })
  if (result === null) throw new ProblemError('not-signed-in')
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_at: expiresAt,
    user: presentLegacyUser(fresh.actor, result),
  }
}
