import type { AuthMethod } from '@learnt/contract/session'
import { sql } from 'kysely'
import { makeActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { type Ctx, createContext } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { isDatabaseError } from '../../../platform/db/errors.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import {
  deviceCookieName,
  hashToken,
  makeCookie,
  makeToken,
  readCookie,
  sessionCookieName,
} from '../../../platform/session/token.ts'
import { mintTenantId } from '../../../platform/tenant/tenant-id.ts'

/** Twelve hours without "stay signed in", thirty days with it; both from the beginning, whatever is done meanwhile. */
const lifetimes = { plain: 12 * 3600, persisting: 30 * 86_400 } as const
/** As long as browsers keep a cookie. */
const deviceSeconds = 400 * 86_400

export interface NewSession {
  readonly userId: string
  readonly tenantId: string
  readonly teamId: string
  readonly roles: readonly string[]
  readonly provenBy: AuthMethod
  readonly persists: boolean
}

/** The membership was taken away between the choice and now. */
export class NoActiveMembership extends Error {}

/**
 * Opens a session with a token that nobody has seen before, in the transaction of `also`, and gives the browser its
 * cookies. A session that the browser had is for the caller to end.
 */
export async function openSession<T>(
  call: PublicCall,
  of: NewSession,
  also: (ctx: Ctx, tx: WriteTx) => Promise<T>,
): Promise<{ ctx: Ctx; result: T }> {
  const { services, request, reply, now } = call
  const { settings } = services
  const token = makeToken()
  const device = readDevice(call) ?? makeToken()
  const seconds = of.persists ? lifetimes.persisting : lifetimes.plain
  const tenantId = mintTenantId(of.tenantId)
  const actor = makeActor({ userId: of.userId, teamId: of.teamId, tenantId, roles: of.roles, sessionId: newId() })
  const ctx = createContext({
    actor,
    services,
    requestId: request.id,
    address: request.ip,
    locale: call.locale,
    t: call.t,
  })
  const agent = request.headers['user-agent'] ?? ''

  const result = await ctx.write(async (tx) => {
    // First what gives the right, which `also` may stand on: a first administrator is made there.
    const done = await also(ctx, tx)
    const until = new Date(now.getTime() + seconds * 1000)
    await Promise.all([
      sql`
        select control.open_session(${actor.sessionId}, ${hashToken(token)}, ${of.userId}, ${of.tenantId}, ${of.teamId}, ${of.provenBy},
          ${of.persists}, ${agent}, ${request.ip}, ${now}, ${until})`.execute(tx),
      sql`select control.remember_device(${of.userId}, ${hashToken(device)}, ${now})`.execute(tx),
      audit(ctx, tx, {
        action: 'session.signIn',
        subjectType: 'membership',
        subjectId: actor.membershipId,
        after: { provenBy: of.provenBy, userAgent: agent },
      }),
    ]).catch((error: unknown) => {
      throw isDatabaseError(error) && error.code === '42501' ? new NoActiveMembership() : error
    })
    return done
  })

  reply.header('set-cookie', [
    makeCookie(settings, sessionCookieName(settings), token, of.persists ? seconds : null),
    makeCookie(settings, deviceCookieName(settings), device, deviceSeconds),
  ])
  return { ctx, result }
}

/** The token of this browser, if it has one of ours. */
export function readDevice(call: Pick<PublicCall, 'request' | 'services'>): string | null {
  const token = readCookie(call.request.headers.cookie, deviceCookieName(call.services.settings))
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null
}

/** Takes the session cookie out of the browser. */
export function clearedCookie(call: Pick<PublicCall, 'services'>): string {
  return makeCookie(call.services.settings, sessionCookieName(call.services.settings), '', 0)
}
