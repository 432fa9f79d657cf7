import { api } from '@learnt/contract'
import { type CallInput, type Endpoint, fillPath, type ReplyOf } from '@learnt/contract/endpoint'
import type { Problem } from '@learnt/contract/problem'
import { sql } from 'kysely'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { sessionCookieName } from '../../src/platform/session/token.ts'
import { mintTenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import type { GivenPerson, GivenTenant } from './people.ts'

let made = 0

export interface Reply<T> {
  readonly status: number
  readonly body: T
  readonly problem: Problem | null
  readonly headers: Record<string, string | string[] | number | undefined>
}

/** A browser that keeps every cookie, and reaches other hosts over the network. */
export interface WanderingBrowser {
  readonly cookies: Map<string, string>
  token: string | null
  send<E extends Endpoint>(
    endpoint: E,
    input?: Partial<CallInput<E>>,
    headers?: Record<string, string>,
  ): Promise<Reply<ReplyOf<E>>>
  /** Follows a provider's pages until one of ours appears, and returns its address. Submits forms on the way. */
  wander(url: string): Promise<URL>
  /** Posts a form to a protocol route of ours as a page of another site does, without cookies. Returns the redirect. */
  post(path: string, form: Record<string, string>): Promise<URL>
  /** Begins at our page, signs in there and returns our address below /callback. */
  goThrough(providerId: string, body?: Partial<CallInput<typeof api.providers.start>['body']>): Promise<URL>
  /** Opens the page that the provider redirects to. */
  finish(back: URL): Promise<Reply<ReplyOf<typeof api.providers.finish>>>
  /** The whole sign-in. */
  signInBy(
    providerId: string,
    body?: Partial<CallInput<typeof api.providers.start>['body']>,
  ): Promise<Reply<ReplyOf<typeof api.providers.finish>>>
}

export function givenWanderer(app: TestApp): WanderingBrowser {
  const { settings } = app.services
  const address = `10.${process.pid % 250}.200.${++made % 250}`
  const host = new URL(settings.publicUrl).host
  const cookies = new Map<string, string>()
  const keep = (header: string | string[] | number | undefined) => {
    for (const cookie of [header ?? []].flat().map(String)) {
      const [pair = '', ...rest] = cookie.split(';')
      const at = pair.indexOf('=')
      const isOver = rest.some((part) => part.trim() === 'Max-Age=0')
      if (isOver) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  const browser: WanderingBrowser = {
    cookies,
    get token() {
      return cookies.get(sessionCookieName(settings)) ?? null
    },
    set token(token) {
      if (token === null) cookies.delete(sessionCookieName(settings))
      else cookies.set(sessionCookieName(settings), token)
    },
    async send(endpoint, input = {}, headers = {}) {
      const reply = await app.server.inject({
        method: endpoint.method,
        url: fillPath(endpoint.path, input.params as Record<string, unknown>),
        remoteAddress: address,
        headers: {
          host,
          origin: settings.publicUrl,
          'sec-fetch-site': 'same-origin',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
      })
      keep(reply.headers['set-cookie'])
      const isFine = reply.statusCode < 400
      return {
        status: reply.statusCode,
        body: (isFine && reply.body !== '' ? reply.json() : undefined) as never,
        problem: isFine ? null : (reply.json() as Problem),
        headers: reply.headers,
      }
    },
    async wander(url) {
      let next = new URL(url)
      const elsewhere = new Map<string, string>()
      for (let hop = 0; hop < 20; hop++) {
        if (next.origin === settings.publicUrl) return next
        const answer = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...elsewhere].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
          elsewhere.set(name, value)
        }
        const target = answer.headers.get('location')
        const text = await answer.text()
        if (target === null) {
          const form = formIn(text)
          if (!form) throw new Error(`No way on from ${next}: ${answer.status} ${text.slice(0, 500)}`)
          next = await browser.post(new URL(form.action).pathname, form.fields)
          continue
        }
        next = new URL(target, next)
      }
      throw new Error('In circles')
    },
    async post(path, form) {
      const reply = await app.server.inject({
        method: 'POST',
        url: path,
        remoteAddress: address,
        headers: {
          host,
          origin: 'http://elsewhere.example',
          'sec-fetch-site': 'cross-site',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams(form).toString(),
      })
      if (reply.statusCode !== 303) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
      return new URL(String(reply.headers.location), settings.publicUrl)
    },
    async goThrough(providerId, body = {}) {
      const started = await browser.send(api.providers.start, { params: { providerId }, body })
      if (started.problem) throw new Error(JSON.stringify(started.problem))
      return browser.wander(started.body.url)
    },
    finish({ pathname, search }) {
      const [, , providerId = ''] = pathname.split('/')
      return browser.send(api.providers.finish, { body: { query: search, providerId } })
    },
    async signInBy(providerId, body = {}) {
      return browser.finish(await browser.goThrough(providerId, body))
    },
  }
  return browser
}

function formIn(html: string): { action: string; fields: Record<string, string> } | null {
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]
  if (!action) return null
  const fields: Record<string, string> = {}
  for (const [, name = '', value = ''] of html.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g))
    fields[name] = value
  return { action, fields }
}

type New = CallInput<typeof api.providers.create>['body']

/** A provider of the tenant's own team, made by a superadministrator unless another person is named. */
export async function givenProvider(
  app: TestApp,
  tenant: Pick<GivenTenant, 'tenantId' | 'teamId' | 'admin'>,
  of: Partial<New> & Pick<New, 'kind' | 'config'>,
  by: GivenPerson = tenant.admin,
): Promise<string> {
  const made = await app.call(by, api.providers.create, {
    body: { teamId: tenant.teamId, name: of.kind, secret: 'the-secret-of-learnt-at-the-peer', ...of },
  })
  if (made.problem) throw new Error(JSON.stringify(made.problem))
  return made.body.id
}

/** A domain that the tenant has proved. */
export async function givenDomain(app: TestApp, tenantId: string, domain: string): Promise<void> {
  await app.services.db.tenant(mintTenantId(tenantId)).write(async (tx) => {
    await sql`select control.add_domain(${domain}, 'a-token', ${app.clock.now()})`.execute(tx)
    await sql`select control.note_domain(${domain}, 'superadmin', ${app.clock.now()})`.execute(tx)
  })
}

/** A provider without a server, and a person's identity at it. */
export async function givenStoredProvider(
  app: TestApp,
  { tenantId, teamId }: Pick<GivenTenant, 'tenantId' | 'teamId'>,
  person: Pick<GivenPerson, 'userId'>,
  name: string,
): Promise<{ providerId: string; identityId: string }> {
  const [providerId, identityId] = [newId(), newId()]
  const now = app.clock.now()
  const config = json({ baseUrl: 'https://id.example', clientId: 'learnt' })
  await app.services.db.tenant(tenantId).write(async (tx) => {
    await sql`select control.create_provider(${providerId}, ${teamId}, 'oidc', ${name}, '', ${config}, '', true, false, ${now})`.execute(
      tx,
    )
    await sql`select control.accept_methods(${teamId}, ${['password', 'sso']}, ${now})`.execute(tx)
    await sql`select control.link_identity(${identityId}, ${providerId}, 'a-subject', ${person.userId}, '', ${now})`.execute(
      tx,
    )
  })
  return { providerId, identityId }
}
