import type { FactorKind } from '@learnt/contract/factors'
import type { AuthMethod } from '@learnt/contract/session'
import { accessTokenPrefix, accessTokenSeconds } from '@learnt/contract/tokens'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { makeActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { type Ctx, createContext } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { isDatabaseError } from '../../../platform/db/errors.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import { notify } from '../../../platform/notify.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { describeDevice } from '../../../platform/session/device.ts'
import type { ShownBy } from '../../../platform/session/fresh-proof.ts'
import { type Attempt, returningAttempt } from '../../../platform/session/lock-out.ts'
import {
  deviceCookieName,
  hashAccessToken,
  hashToken,
  makeCookie,
  makeToken,
  readCookie,
  sessionCookieName,
} from '../../../platform/session/token.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'

/** Twelve hours without "stay signed in", thirty days with it; both from the beginning, whatever is done meanwhile. */
const lifetimes = { plain: 12 * 3600, persisting: 30 * 86_400 } as const
/** As long as browsers keep a cookie. */
export const deviceSeconds = 400 * 86_400

export interface NewSession {
  readonly userId: string
  readonly tenantId: string
  readonly teamId: string
  readonly roles: readonly string[]
  readonly provenBy: AuthMethod
  /** The second factor that was shown with it. */
  readonly factor?: FactorKind | null
  readonly persists: boolean
  /** The membership stood before: what `also` does gives no right, and goes in the same round trip. */
  readonly hasRight?: boolean
  /** Counted before the proof was looked at: given back with the session. */
  readonly attempt?: Attempt
  /** The hash of the password that was checked: if it was changed meanwhile, the old one opens nothing. */
  readonly password?: Buffer
  /** This browser's device has been met with the person before, so that nobody need be told of it. */
  readonly knowsDevice?: boolean
  /** The session at the provider that it came of. */
  readonly there?: ThereSession
  /** When the proof was shown, where that was not just now: it is no fresher than that. */
  readonly provedAt?: Date
  /** What was shown then, where that was in another session. */
  readonly provedBy?: ShownBy | null
  /** What was shown opens this tenant alone. */
  readonly isBound?: boolean
  /** Hash of the code of a hand-over: the session that it came of may stand at a provider too, and ends with this one. */
  readonly carriedBy?: Buffer
  /** For a program: its token goes into the answer instead of a cookie, and lasts two days. */
  readonly isForProgram?: boolean
  /** The session that this one comes of ends then: it does not outlive it. */
  readonly notAfter?: Date
}

/** A session at a provider: so that signing out on one side may end the other. */
export interface ThereSession {
  readonly providerId: string
  readonly subject: string
  /** The provider's name of it; empty: it gives none. */
  readonly sid: string
  /** Sealed; empty: nothing is shown there. */
  readonly hint: string
}

/** Notes that the person was seen on this device, and for what follows in its transaction whether it is new beside others. */
function meetingDevice(userId: string, deviceHash: Buffer, now: Date): RawBuilder<string> {
  return sql`set_config('app.device_is_news', control.meet_device(${userId}, ${deviceHash}, ${now})::text, true)`
}

/** Behind meetingDevice(). */
function tellOfNewDevice(ctx: Ctx, tx: WriteTx, agent: string): Promise<void> {
  const { userId, sessionId } = ctx.actor
  const { browser, system } = describeDevice(agent)
  return notify(ctx, tx, {
    kind: 'newDevice',
    userId,
    key: `newDevice:${sessionId}`,
    params: { browser, system },
    link: '/pages/profile/sessions',
    onlyIf: sql<SqlBool>`current_setting('app.device_is_news', true) = 'true'`,
  })
}

/** The membership was taken away between the choice and now. */
export class NoActiveMembership extends Error {}

/** What control.open_session() raises. */
const refusals: Record<string, () => Error> = {
  '42501': () => new NoActiveMembership(),
  '28P01': () =>
    new ProblemError('invalid-input', { errors: [{ path: 'body.password', message: 'signIn.wrong', code: 'wrong' }] }),
}

/**
 * Opens a session with a token that nobody has seen before, in the transaction of `also`, and gives the browser its
 * cookies. A session that the browser had is for the caller to end.
 */
export async function openSession<T>(
  call: PublicCall,
  of: NewSession,
  also: (ctx: Ctx, tx: WriteTx) => Promise<T>,
): Promise<{ ctx: Ctx; result: T; token: string; expiresAt: Date }> {
  const { services, request, reply, now } = call
  const { settings } = services
  const { isForProgram = false } = of
  const token = isForProgram ? accessTokenPrefix + makeToken() : makeToken()
  const device = isForProgram ? null : (readDevice(call) ?? makeToken())
  const usual = isForProgram ? accessTokenSeconds : of.persists ? lifetimes.persisting : lifetimes.plain
  const until = new Date(Math.min(now.getTime() + usual * 1000, of.notAfter?.getTime() ?? Number.POSITIVE_INFINITY))
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
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
    // First what gives the right, which `also` may stand on: a first administrator is made there. What it says at once
    // is said before the rest in any case.
    const first = also(ctx, tx)
    if (!of.hasRight) await first
    const [done] = await Promise.all([
      first,
      // In one statement what does not ask for each other's rows.
      sql`
        select ${of.attempt ? returningAttempt(of.attempt) : sql`null`},
          ${device === null ? sql`null` : meetingDevice(of.userId, hashToken(device), now)},
          control.open_session(${actor.sessionId}, ${isForProgram ? hashAccessToken(token) : hashToken(token)}, ${of.userId}, ${of.tenantId}, ${of.teamId}, ${of.provenBy},
            ${of.persists}, ${agent}, ${request.ip}, ${now}, ${until}, ${of.password ?? null}, ${of.isBound ?? false})`.execute(
        tx,
      ),
      of.there
        ? sql`select control.note_provider_session(${actor.sessionId}, ${of.there.providerId}, ${of.there.subject}, ${of.there.sid},
            ${of.there.hint})`.execute(tx)
        : null,
      of.carriedBy ? sql`select control.carry_session(${of.carriedBy}, ${actor.sessionId})`.execute(tx) : null,
      of.provedAt
        ? sql`select control.note_proof(${actor.sessionId}, ${of.userId}, ${of.provedAt}, ${of.provedBy ?? null})`.execute(
            tx,
          )
        : null,
      of.factor ? sql`select control.note_factor(${actor.sessionId}, ${of.userId}, ${of.factor})`.execute(tx) : null,
      audit(ctx, tx, {
        action: 'session.signIn',
        subjectType: 'membership',
        subjectId: actor.membershipId,
        after: { provenBy: of.provenBy, ...(of.factor ? { factor: of.factor } : {}), userAgent: agent },
      }),
      device !== null && !of.knowsDevice ? tellOfNewDevice(ctx, tx, agent) : null,
    ]).catch((error: unknown) => {
      throw isDatabaseError(error) ? (refusals[error.code ?? '']?.() ?? error) : error
    })
    return done
  })

  if (device !== null) {
    reply.header('set-cookie', [
      makeCookie(settings, sessionCookieName(settings), token, of.persists ? seconds : null),
      makeCookie(settings, deviceCookieName(settings), device, deviceSeconds),
    ])
  }
  return { ctx, result, token, expiresAt: until }
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
