import { api } from '@learnt/contract'
import { type CallInput, type Endpoint, fillPath, type ReplyOf } from '@learnt/contract/endpoint'
import type { Problem } from '@learnt/contract/problem'
import { Me } from '@learnt/contract/session'
import { sql } from 'kysely'
import { hashPassword } from '../../src/platform/session/password.ts'
import { deviceCookieName, sessionCookieName, stepCookieName } from '../../src/platform/session/token.ts'
import type { Caller, TestApp } from '../app.ts'
import type { GivenPerson } from './people.ts'

export const goodPassword = 'Correct-horse-42'
let hashed: Promise<string> | undefined

/** Gives a person a password: `goodPassword`, hashed once for all. */
export async function givenPassword(app: TestApp, person: Pick<GivenPerson, 'userId'>): Promise<string> {
  hashed ??= hashPassword(goodPassword)
  const hash = await hashed
  await app.services.db.control((tx) =>
    sql`select control.set_password(${person.userId}, ${hash}, ${app.clock.now()})`.execute(tx),
  )
  return goodPassword
}

type SignIn = CallInput<typeof api.session.signIn>['body']

export interface SignedIn {
  readonly status: number
  readonly me: Me | null
  readonly problem: Problem | null
  readonly cookies: readonly string[]
  readonly retryAfter: string | undefined
}

/** A browser that keeps its cookies, at an address of its own. */
export interface Browser extends Caller {
  token: string | null
  device: string | null
  /** A sign-in that owes its second factor. */
  step: string | null
  readonly address: string
  signIn(body: SignIn): Promise<SignedIn>
  /** Any operation, from this browser's address and with its cookies. */
  send<E extends Endpoint>(endpoint: E, input?: Partial<CallInput<E>>): Promise<Sent<ReplyOf<E>>>
}

export interface Sent<T> {
  readonly status: number
  readonly body: T
  readonly problem: Problem | null
  readonly retryAfter: string | undefined
}

let made = 0

export function givenBrowser(
  app: TestApp,
  of: { device?: string | null; address?: string; token?: string } = {},
): Browser {
  const { settings } = app.services
  const [sessionName, deviceName] = [sessionCookieName(settings), deviceCookieName(settings)]
  const stepName = stepCookieName(settings)
  made++
  const inject = async (endpoint: Endpoint, input: Partial<CallInput<Endpoint>>) => {
    const cookie = [
      browser.token && `${sessionName}=${browser.token}`,
      browser.device && `${deviceName}=${browser.device}`,
      browser.step && `${stepName}=${browser.step}`,
    ]
      .filter(Boolean)
      .join('; ')
    const reply = await app.server.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, input.params as Record<string, unknown>),
      remoteAddress: browser.address,
      headers: {
        host: new URL(settings.publicUrl).host,
        origin: settings.publicUrl,
        'sec-fetch-site': 'same-origin',
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
      },
      ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
    })
    const cookies = [reply.headers['set-cookie'] ?? []].flat().map(String)
    browser.token = cookieOf(cookies, sessionName) ?? browser.token
    browser.device = cookieOf(cookies, deviceName) ?? browser.device
    browser.step = cookieOf(cookies, stepName) ?? browser.step
    return { reply, cookies }
  }
  const browser: Browser = {
    token: of.token ?? null,
    device: of.device ?? null,
    step: null,
    address: of.address ?? `10.${process.pid % 250}.${made >> 8}.${made & 255}`,
    async send(endpoint, input = {}) {
      const { reply } = await inject(endpoint, input as Partial<CallInput<Endpoint>>)
      const isFine = reply.statusCode < 400
      return {
        status: reply.statusCode,
        body: (isFine && reply.body !== '' ? reply.json() : undefined) as never,
        problem: isFine ? null : (reply.json() as Problem),
        retryAfter: reply.headers['retry-after'] as string | undefined,
      }
    },
    async signIn(body) {
      const { reply, cookies } = await inject(api.session.signIn, { body })
      const isFine = reply.statusCode < 400
      return {
        status: reply.statusCode,
        me: isFine ? Me.parse(reply.json()) : null,
        problem: isFine ? null : (reply.json() as Problem),
        cookies,
        retryAfter: reply.headers['retry-after'] as string | undefined,
      }
    },
  }
  return browser
}

function cookieOf(cookies: readonly string[], name: string): string | null {
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  return found ? (found.slice(name.length + 1).split(';')[0] ?? null) : null
}
