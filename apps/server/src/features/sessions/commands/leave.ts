import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { hashToken, readAccessToken, readCookie, sessionCookieName } from '../../../platform/session/token.ts'
import { endImpersonation } from '../../impersonation/commands/end.ts'
import { resetThemes } from '../../members/commands/save-preferences.ts'
import { contextOfStep } from './begin-step.ts'
import { type Ended, ifPossible, leaveBy } from './end-sessions.ts'
import { clearedCookie } from './open-session.ts'

/**
 * Signs out: of the session, and of those that it was carried from or to under other host names. Of those also where this
 * one has ended by itself, because nobody used it.
 */
export async function signOut(call: PublicCall): Promise<void> {
  const former = await findFormer(call)
  if (former === null) throw new ProblemError('not-signed-in')
  const { ctx, id, userId } = former
  await endActing(ctx)
  const [ended] = await Promise.all([
    leaveBy(ctx, userId, sql<Ended>`select * from control.end_chain(${id}, ${userId}, ${ctx.now})`),
    call.ctx !== null && !ctx.actor.impersonator ? ifPossible(ctx, resetThemes(ctx)) : null,
  ])
  if (call.ctx === null && ended === 0) throw new ProblemError('not-signed-in')
  call.reply.header('set-cookie', clearedCookie(call))
}

/**
 * What this browser was before the session of `next` is over: its token must not open anything beside the new one. Where
 * the person is the same, the new one is signed out together with what the former one was carried from or to; what was
 * somebody else's ends.
 */
export async function endFormer(call: PublicCall, { actor }: Ctx): Promise<void> {
  const former = await findFormer(call)
  if (former === null) return
  const { ctx, id, userId } = former
  await endActing(ctx)
  await leaveBy(ctx, userId, sql<Ended>`select * from control.succeed_session(${id}, ${actor.sessionId}, ${ctx.now})`)
}

async function endActing(ctx: Ctx): Promise<void> {
  const { impersonator } = ctx.actor
  if (impersonator) await ifPossible(ctx, endImpersonation(ctx, impersonator))
}

/** The session whose token this browser has, open or not. */
async function findFormer(call: PublicCall): Promise<{ ctx: Ctx; id: string; userId: string } | null> {
  const { ctx, request, services } = call
  if (ctx !== null) {
    const { impersonator, sessionId, userId } = ctx.actor
    return sessionId === null ? null : { ctx, id: sessionId, userId: impersonator?.userId ?? userId }
  }
  const token = readCookie(request.headers.cookie, sessionCookieName(services.settings))
  // A cookie beside an access token is not looked at.
  if (token === null || readAccessToken(request.headers.authorization) !== null) return null
  const { rows } = await services.db.control((tx) =>
    sql<{ id: string; userId: string; tenantId: string; teamId: string }>`
      select * from control.session_to_leave(${hashToken(token)})`.execute(tx),
  )
  const [found] = rows
  return found === undefined ? null : { ctx: contextOfStep(call, found), id: found.id, userId: found.userId }
}
