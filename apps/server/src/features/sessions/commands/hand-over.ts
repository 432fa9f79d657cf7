import type { FactorKind } from '@learnt/contract/factors'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, Services } from '../../../platform/context.ts'
import { isLoopbackHost } from '../../../platform/env.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid } from '../../../platform/problem.ts'
import type { ShownBy } from '../../../platform/session/fresh-proof.ts'
import { handOverCookieName, hashToken, makeCookie, makeToken, readCookie } from '../../../platform/session/token.ts'
import { teamAddress } from '../../../platform/tenant/team-address.ts'
import { listTeamHosts, type OwnMembership } from '../queries.ts'
import { noteSignIn } from './greet.ts'
import { endFormer } from './leave.ts'
import { NoActiveMembership, openSession } from './open-session.ts'

// Three hops, so that the code is bound to the browser although no cookie of the first host reaches the second (see
// docs/decisions/0017-hand-over.md). What stands in addresses opens nothing by itself.

const codeSeconds = 60
const homePath = '/apps/homepage/myhomepage'

/** Where the browser goes to go on in a team of another host. Null: that team wants another way of signing in. */
export async function beginHandOver(
  ctx: Ctx,
  target: OwnMembership,
  of: { origin: string; returnPath: string },
): Promise<string | null> {
  const { actor, now, services } = ctx
  const ticket = makeToken()
  const { rows } = await services.db.control((tx) =>
    sql<{ begun: boolean }>`
      select control.begin_hand_over(${hashToken(ticket)}, ${actor.sessionId}, ${actor.userId}, ${target.teamId}, ${of.origin},
        ${of.returnPath}, ${now}, ${soon(now)}) as begun`.execute(tx),
  )
  if (!rows[0]?.begun) return null
  return `${teamAddress(services.settings, target.mainDomain)}/api/hand-over/begin?ticket=${ticket}`
}

/** On the other host: marks this browser and sends it back for its code. */
export async function markBrowser(call: PublicCall): Promise<unknown> {
  const { now, reply, services } = call
  const ticket = wordOf(call, 'ticket')
  const { rows } = await services.db.control((tx) =>
    sql<{ origin: string | null }>`select control.origin_of_hand_over(${hashToken(ticket)}, ${now}) as origin`.execute(
      tx,
    ),
  )
  const origin = rows[0]?.origin
  if (!origin) return refuse(call)
  const nonce = makeToken()
  reply.header(
    'set-cookie',
    makeCookie(services.settings, handOverCookieName(services.settings), nonce, codeSeconds * 2),
  )
  return reply.redirect(
    `${origin}/api/hand-over/grant?ticket=${ticket}&nonce=${hashToken(nonce).toString('base64url')}`,
  )
}

/** On the first host: the code, for the browser that was marked, and only in the session that asked for it. */
export async function grantCode(call: PublicCall): Promise<unknown> {
  const { ctx, now, reply, services } = call
  const nonce = Buffer.from(wordOf(call, 'nonce'), 'base64url')
  if (ctx === null || nonce.length !== 32) return refuse(call)
  const code = makeToken()
  const { rows } = await services.db.control((tx) =>
    sql<{ tenantId: string; teamId: string; returnPath: string }>`
      select * from control.grant_hand_over(${hashToken(wordOf(call, 'ticket'))}, ${ctx.actor.sessionId}, ${nonce}, ${hashToken(code)},
        ${now}, ${soon(now)})`.execute(tx),
  )
  const granted = rows[0]
  if (!granted) return refuse(call)
  const { rows: teams } = await services.db.control((tx) =>
    sql<{ mainDomain: string }>`select main_domain from control.view_of_team(${granted.teamId})`.execute(tx),
  )
  const query = new URLSearchParams({
    token: code,
    tenant: granted.tenantId,
    team: granted.teamId,
    returnUrl: granted.returnPath,
  })
  return reply.redirect(`${teamAddress(services.settings, teams[0]?.mainDomain ?? '')}/auth/signin?${query}`)
}

/** On the other host: takes the code of this browser and opens its session here. The team becomes the default. */
export async function takeCode(call: PublicCall): Promise<unknown> {
  const { now, reply, request, services } = call
  const { settings } = services
  const nonce = readCookie(request.headers.cookie, handOverCookieName(settings)) ?? ''
  const { rows } = await services.db.control((tx) =>
    sql<Taken>`
      select * from control.take_hand_over(${hashToken(wordOf(call, 'token'))}, ${hashToken(nonce)}, ${now})`.execute(
      tx,
    ),
  )
  const taken = rows[0]
  if (!taken) return refuse(call)
  const opened = await openSession(
    call,
    {
      userId: taken.userId,
      tenantId: taken.tenantId,
      teamId: taken.teamId,
      roles: taken.roles,
      provenBy: taken.provenBy,
      factor: taken.factor,
      persists: taken.persists,
      notAfter: taken.sessionUntil,
      // What was shown long ago is not fresh for the new session.
      provedAt: taken.provedAt,
      provedBy: taken.provedBy,
      isBound: taken.isBound,
      carriedBy: hashToken(wordOf(call, 'token')),
    },
    async (ctx, tx) => {
      await Promise.all([
        sql`select control.move_default(${taken.userId}, ${taken.teamId}, ${now})`.execute(tx),
        noteSignIn(ctx, tx, ctx.actor.membershipId),
        audit(ctx, tx, {
          action: 'session.handOver',
          subjectType: 'membership',
          subjectId: ctx.actor.membershipId,
          after: { teamId: taken.teamId },
        }),
      ])
    },
  ).catch((error: unknown) => {
    if (error instanceof NoActiveMembership) return null
    throw error
  })
  if (opened === null) return refuse(call)
  await endFormer(call, opened.ctx)
  reply.header('set-cookie', makeCookie(settings, handOverCookieName(settings), '', 0))
  return reply.redirect(taken.returnPath)
}

interface Taken {
  userId: string
  tenantId: string
  teamId: string
  roles: string[]
  returnPath: string
  provenBy: Parameters<typeof openSession>[1]['provenBy']
  factor: FactorKind | null
  persists: boolean
  sessionUntil: Date
  provedAt: Date
  provedBy: ShownBy | null
  isBound: boolean
}

/** The origin to come back to: one of ours only, since the person with the ticket is sent there. */
export async function originOf({ db, settings }: Pick<Services, 'db' | 'settings'>, host: string): Promise<string> {
  const home = new URL(settings.publicUrl)
  const name = host.split(':')[0]?.toLowerCase() ?? ''
  if (name === home.hostname || name === '') return home.origin
  const isOurs =
    (settings.publicIsLoopback && isLoopbackHost(name)) ||
    settings.primaryDomains.some((domain) => name === domain || name.endsWith(`.${domain}`)) ||
    (await listTeamHosts(db)).includes(name)
  if (!isOurs) throw invalid({ 'body.membershipId': 'invalid' })
  return teamAddress(settings, name)
}

/** The page to open there: a path, or an address of the team's own host; never one that does something by being opened. */
export async function returnPathOf(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  target: Pick<OwnMembership, 'teamId' | 'mainDomain'>,
  wanted: string | undefined,
): Promise<string> {
  if (wanted === undefined || wanted === '') return homePath
  const base = teamAddress(settings, target.mainDomain)
  if (!/^(\/(?![/\\])|https?:\/\/)/i.test(wanted) || !URL.canParse(wanted, base))
    throw invalid({ 'body.returnUrl': 'url' })
  const url = new URL(wanted, base)
  const hosts = [new URL(base).hostname, ...(await listTeamHosts(db, target.teamId))]
  if (!hosts.includes(url.hostname) || /^\/(\/|(api|auth|logout|assets|files)(\/|$))/.test(url.pathname))
    throw invalid({ 'body.returnUrl': 'url' })
  return `${url.pathname}${url.search}${url.hash}`
}

/** Gives no reason: the user can only begin again. If they are signed in, the sign-in page goes on to the teams. */
function refuse(call: PublicCall): unknown {
  return call.reply.redirect('/login?handover')
}

function wordOf(call: PublicCall, name: string): string {
  const value = (call.request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && /^[\w-]{20,100}$/.test(value) ? value : 'none'
}

function soon(now: Date): Date {
  return new Date(now.getTime() + codeSeconds * 1000)
}
