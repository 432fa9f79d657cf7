import { isEmail } from '@learnt/contract/measures'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { takeRequest } from '../../../platform/session/lock-out.ts'
import { findOwnAccount } from '../queries.ts'
import { mailLink } from './mail-link.ts'
import { refuseBlocked } from './refuse.ts'

/** Mails the signed-in person a link that proves their address. */
export async function sendVerification(ctx: Ctx): Promise<string> {
  const { actor, services, now } = ctx
  const { email, isEmailVerified } = await findOwnAccount(services.db, actor.userId)
  if (email === null || !isEmail(email)) throw new ProblemError('wrong-state', { detail: 'reason.noAddress' })
  if (isEmailVerified) throw new ProblemError('wrong-state', { detail: 'reason.addressProved' })
  const asked = { what: 'verify', tenantId: actor.tenantId, account: actor.userId, address: ctx.address }
  refuseBlocked(await takeRequest(services.db, asked, now), now, 'body', 'accounts.tooManyLinks')
  await ctx.write((tx) =>
    mailLink(ctx, tx, {
      kind: 'verifyEmail',
      words: 'verifyEmail',
      email,
      userId: actor.userId,
      teamId: actor.teamId,
      locale: ctx.locale,
    }),
  )
  return email
}
