import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { makeKey } from '../../src/features/factors/commands/time-codes.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app.ts'
import { type Browser, givenBrowser, givenPassword, goodPassword } from './browsers.ts'
import { type GivenPasskey, givenPasskey } from './passkeys.ts'
import { type GivenPerson, type GivenTenant, givenPerson } from './people.ts'

/** The code that an app shows now, or this many time steps later. */
export function codeOf(key: string, at: Date, steps = 0): string {
  return new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: at.getTime() + steps * 30_000 })
}

export interface GivenAuthenticator {
  readonly key: string
  readonly recoveryCodes: readonly string[]
}

/** Sets an authenticator app up in an open session, and advances the clock past the time step of its first code. */
export async function givenAuthenticator(app: TestApp, browser: Browser): Promise<GivenAuthenticator> {
  const begun = await browser.send(api.factors.beginAuthenticator)
  const added = await browser.send(api.factors.addAuthenticator, {
    body: { code: codeOf(begun.body.key, app.clock.now()) },
  })
  if (added.status !== 200) throw new Error(`Not added: ${JSON.stringify(added.problem)}`)
  app.clock.advance(60_000)
  return { key: begun.body.key, recoveryCodes: added.body.recoveryCodes ?? [] }
}

/** Adds a passkey in an open session. */
export async function givenOwnPasskey(
  browser: Browser,
  passkey: GivenPasskey = givenPasskey(),
  name = 'My key',
): Promise<GivenPasskey> {
  const { body: options } = await browser.send(api.factors.newPasskey)
  const added = await browser.send(api.factors.addPasskey, { body: { name, passkey: passkey.make(options) } })
  if (added.status !== 200) throw new Error(`Not added: ${JSON.stringify(added.problem)}`)
  return passkey
}

/** A person with a password, and a browser that is signed in. */
export async function givenSignedIn(
  app: TestApp,
  tenant: GivenTenant,
  of: Parameters<typeof givenPerson>[2] = {},
): Promise<{ person: GivenPerson; browser: Browser }> {
  const person = await givenPerson(app, tenant, of)
  await givenPassword(app, person)
  const browser = givenBrowser(app)
  await browser.signIn({ username: person.email, password: goodPassword, team: tenant.teamId })
  return { person, browser }
}

/**
 * Factors of somebody, straight in the database: a passkey, an authenticator app, and one that waits for its first
 * code.
 */
export async function givenStoredFactors(
  app: TestApp,
  person: Pick<GivenPerson, 'userId'>,
  name: string,
): Promise<{ passkeyId: string; pendingCode: string }> {
  const { secrets, db } = app.services
  const [passkeyId, pendingKey, now] = [newId(), makeKey(), app.clock.now()]
  const until = new Date(now.getTime() + 86_400_000)
  const [first, second] = [makeKey(), pendingKey].map((key) => secrets.seal(key, 'authenticator', person.userId))
  await db.control(async (tx) => {
    await sql`select control.begin_authenticator(${person.userId}, ${first}, ${until})`.execute(tx)
    await sql`select control.confirm_authenticator(${person.userId}, ${first}, 1, ${now})`.execute(tx)
    await sql`select control.begin_authenticator(${person.userId}, ${second}, ${until})`.execute(tx)
    await sql`
      select control.add_passkey(${passkeyId}, ${person.userId}, ${Buffer.from(passkeyId)}, ${Buffer.from('key')}, 'localhost', ${name},
        '{internal}'::text[], false, 0, ${now}, null)`.execute(tx)
  })
  return { passkeyId, pendingCode: codeOf(pendingKey, now) }
}
