import type { accounts } from '@learnt/contract/accounts'
import type { HandlerInput } from '@learnt/contract/endpoint'
import type { Locale } from '@learnt/contract/locales'
import type { Ctx } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { invalid } from '../../../platform/problem.ts'
import { takeRequest } from '../../../platform/session/lock-out.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { findTeamOfPage, type TeamView } from '../../teams/queries.ts'
import { isOwnAddress } from '../policy.ts'
import { findResettable, listTeamHosts } from '../queries.ts'
import { mailLink } from './mail-link.ts'
import { refuseBlocked } from './refuse.ts'

type Body = HandlerInput<typeof accounts.sendPasswordResetLink>['body']

export interface ResetRequest extends Record<string, unknown> {
  readonly email: string
  readonly teamId: string
  /** The language of a person who asks for themselves; the team's by default. */
  readonly locale?: Locale
}

/**
 * Leaves the search for the person and the mail to the worker, so that the answer and its time do not depend on whether
 * there is an account. Looks only if the tenant wants it said.
 */
export async function requestResetLink(call: PublicCall, body: Body): Promise<void> {
  const { services, request, now } = call
  const { db, settings } = services
  const team = await findTeamOfPage(db, settings, { host: request.hostname, team: body.team, tenant: body.tenant })
  await refuseForeign(call, team, body)
  const account = { what: 'reset', tenantId: team.tenantId, account: body.email, address: request.ip }
  refuseBlocked(await takeRequest(db, account, now), now, 'body.email', 'accounts.tooManyLinks')
  if (team.config.explicitWording && (await findResettable(db, body.email, team.tenantId, team.id)) === null)
    throw invalid({ 'body.email': 'noAccount' })
  const wanted: ResetRequest = { email: body.email, teamId: team.id, locale: call.locale }
  await db.tenant(mintTenantId(team.tenantId)).write((tx) => enqueue({ now }, tx, 'accounts.mailResetLink', wanted))
}

/** The worker's part; does nothing for an address without an account here. */
export async function mailResetLink(ctx: Ctx, { email, teamId, locale }: ResetRequest): Promise<void> {
  const found = await findResettable(ctx.services.db, email, ctx.actor.tenantId, teamId)
  if (found === null) return
  await ctx.write(async (tx) => {
    const person = await tx
      .selectFrom('memberships')
      .select('shownFirstName as firstName')
      .where('id', '=', `${found.userId}:${found.teamId}`)
      .executeTakeFirst()
    await mailLink(ctx, tx, {
      kind: 'resetPassword',
      words: 'resetPassword',
      ...found,
      values: { name: person?.firstName ?? '' },
      ...(locale ? { locale } : {}),
    })
  })
}

/** The mail leads to the team's own address only, so a request for another address is refused with a message. */
async function refuseForeign(call: PublicCall, team: TeamView, body: Body): Promise<void> {
  const { redirectUrl, domain } = body
  if (!redirectUrl && !domain) return
  const hosts = [
    new URL(call.services.settings.publicUrl).hostname,
    ...(team.mainDomain ? [team.mainDomain] : []),
    ...(await listTeamHosts(call.services.db, team.id)),
  ]
  if (redirectUrl && !isOwnAddress(redirectUrl, hosts)) throw invalid({ 'body.redirectUrl': 'foreignAddress' })
  if (domain && !isOwnAddress(domain, hosts)) throw invalid({ 'body.domain': 'foreignAddress' })
}
