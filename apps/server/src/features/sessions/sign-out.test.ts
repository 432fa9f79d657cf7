import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../../test/app.ts'
import { ask } from '../../../test/connection.ts'
import { freshDatabase, type TestDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { createDatabase } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/session/token.ts'

let place: TestDatabase
let app: TestApp
/** The same installation, seen by a process that does not reach the second cluster. */
let cutOff: TestApp
beforeAll(async () => {
  place = await freshDatabase({}, 2)
  app = await openApp(place, await makeScratchFolder())
  const clusters = [{ name: 'c2', url: 'postgres://nobody@127.0.0.1:1/nowhere' }]
  const db = createDatabase({ url: place.appUrl, adminUrl: place.adminUrl, clusters, poolSize: 5 })
  cutOff = await openApp({ ...place, db }, await makeScratchFolder())
  return () => db.end()
})

/** Somebody whose session on the first cluster was carried on to a tenant on the second. */
async function givenChain() {
  const [near, far] = [await givenTenant(app, { cluster: 'main' }), await givenTenant(app, { cluster: 'c2' })]
  const here = await givenPerson(app, near)
  const there = await givenPerson(app, far, { userId: here.userId, email: here.email })
  await ask(
    place.adminUrl,
    `update control.sessions set chain_id = (select id from control.sessions where token_hash = $1)
      where token_hash = $2`,
    [hashToken(here.token), hashToken(there.token)],
  )
  await ask(place.adminUrl, 'update control.users set is_email_verified = true where id = $1', [here.userId])
  return { here, there }
}

/** As the move of a tenant closes its place for writing. */
async function close({ tenantId }: GivenPerson): Promise<void> {
  const url = (await app.services.db.clusterOf(tenantId)) === 'main' ? place.adminUrl : place.clusters[0]?.adminUrl
  await ask(url ?? '', 'insert into control.closed_places values ($1, 1000, -1, false)', [tenantId])
}

const isOpen = async (person: GivenPerson) => {
  const rows = await ask(place.adminUrl, 'select from control.sessions where token_hash = $1 and ended_at is null', [
    hashToken(person.token),
  ])
  return rows.length === 1
}

describe('signing out', () => {
  it.each(['here', 'there'] as const)(
    'ends all while the tenant %s is being moved, wherever it is done',
    async (which) => {
      for (const from of ['here', 'there'] as const) {
        const chain = await givenChain()
        await close(chain[which])
        expect((await app.call(chain[from], api.session.signOut)).status, from).toBe(204)
        expect([await isOpen(chain.here), await isOpen(chain.there)], from).toEqual([false, false])
      }
    },
  )

  it('ends all while a cluster is away, wherever it is done', async () => {
    for (const from of ['here', 'there'] as const) {
      const chain = await givenChain()
      expect((await cutOff.call(chain[from], api.session.signOut)).status, from).toBe(204)
      expect([await isOpen(chain.here), await isOpen(chain.there)], from).toEqual([false, false])
    }
  })

  it('logs it, and tells the browsers of each tenant in its own', async () => {
    const { here, there } = await givenChain()
    await app.call(here, api.session.signOut)
    const c2 = place.clusters[0]?.adminUrl ?? ''
    const told = `select from live_events where kind = 'signedOut' and user_id = $1`
    const logged = `select from audit_entries where action = 'session.end'`
    expect(await ask(place.adminUrl, told, [here.userId], here.tenantId)).toHaveLength(1)
    expect(await ask(c2, told, [here.userId], there.tenantId)).toHaveLength(1)
    expect(await ask(place.adminUrl, logged, [], here.tenantId)).toHaveLength(1)
    expect(await ask(c2, logged, [], there.tenantId)).toHaveLength(0)
  })
})

it('ends one’s other sessions in all tenants, also in one that is being moved or away', async () => {
  const chain = await givenChain()
  await close(chain.there)
  expect((await app.call(chain.here, api.session.revokeOthers)).body).toEqual({ ended: 1 })
  expect([await isOpen(chain.here), await isOpen(chain.there)]).toEqual([true, false])

  const away = await givenChain()
  expect((await cutOff.call(away.here, api.session.revokeOthers)).body).toEqual({ ended: 1 })
  expect([await isOpen(away.here), await isOpen(away.there)]).toEqual([true, false])
})
