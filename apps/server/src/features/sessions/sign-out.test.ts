import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { ask } from '../../../test/connection.ts'
import { testDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { hashToken } from '../../platform/session/token.ts'

let app: TestApp
let adminUrl: string
beforeAll(async () => {
  app = await testApp()
  adminUrl = (await testDatabase()).adminUrl
})

/** Somebody whose session was carried on to another tenant. */
async function givenChain() {
  const here = await givenPerson(app, await givenTenant(app))
  const there = await givenPerson(app, await givenTenant(app), { userId: here.userId, email: here.email })
  await ask(
    adminUrl,
    `update control.sessions set chain_id = (select id from control.sessions where token_hash = $1)
      where token_hash = $2`,
    [hashToken(here.token), hashToken(there.token)],
  )
  await ask(adminUrl, 'update control.users set is_email_verified = true where id = $1', [here.userId])
  return { here, there }
}

const isOpen = async (person: GivenPerson) => {
  const rows = await ask(adminUrl, 'select from control.sessions where token_hash = $1 and ended_at is null', [
    hashToken(person.token),
  ])
  return rows.length === 1
}

describe('signing out', () => {
  it.each(['here', 'there'] as const)('ends all, done %s', async (from) => {
    const chain = await givenChain()
    expect((await app.call(chain[from], api.session.signOut)).status).toBe(204)
    expect([await isOpen(chain.here), await isOpen(chain.there)]).toEqual([false, false])
  })

  it('logs it, and tells the browsers of each tenant in its own', async () => {
    const { here, there } = await givenChain()
    await app.call(here, api.session.signOut)
    const told = `select from live_events where kind = 'signedOut' and user_id = $1`
    const logged = `select from audit_entries where action = 'session.end'`
    expect(await ask(adminUrl, told, [here.userId], here.tenantId)).toHaveLength(1)
    expect(await ask(adminUrl, told, [here.userId], there.tenantId)).toHaveLength(1)
    expect(await ask(adminUrl, logged, [], here.tenantId)).toHaveLength(1)
    expect(await ask(adminUrl, logged, [], there.tenantId)).toHaveLength(0)
  })
})

it('ends one’s other sessions in all tenants', async () => {
  const chain = await givenChain()
  expect((await app.call(chain.here, api.session.revokeOthers)).body).toEqual({ ended: 1 })
  expect([await isOpen(chain.here), await isOpen(chain.there)]).toEqual([true, false])
})
