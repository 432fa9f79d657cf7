import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import type { ReadTx } from './database.ts'
import { matchesWords, searched } from './search.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const idsOf = async (tx: ReadTx, search: string) =>
  (await sql<{ id: string }>`select id from ${searched('members', search)}`.execute(tx)).rows.map((row) => row.id)
const zaphodOf = (tenant: GivenTenant) =>
  givenPerson(app, tenant, { firstName: 'Zaphod', lastName: 'Beeblebrox 100% z_b' })

describe('search', () => {
  it('finds the bound tenant’s rows, all words in any order, wildcards as letters', async () => {
    const [mine, theirs] = [await givenTenant(app), await givenTenant(app)]
    const zaphod = await zaphodOf(mine)
    const other = await zaphodOf(theirs)
    const inTenant = (tenant: GivenTenant, search: string) =>
      app.services.db.tenant(tenant.tenantId).read((tx) => idsOf(tx, search))
    expect(await inTenant(mine, 'zaphod')).toEqual([zaphod.membershipId])
    expect(await inTenant(theirs, 'zaphod')).toEqual([other.membershipId])
    expect(await inTenant(mine, 'EEBLE pho')).toEqual([zaphod.membershipId])
    expect(await inTenant(mine, '0% z_b')).toEqual([zaphod.membershipId])
    expect(await inTenant(mine, 'z%b')).toEqual([])
    expect(await inTenant(mine, 'zaphod dent')).toEqual([])
    expect(await inTenant(mine, 'o')).toContain(zaphod.membershipId)

    const { rows } = await app.services.db
      .tenant(mine.tenantId)
      .read((tx) =>
        sql<{ id: string }>`select id from memberships where ${matchesWords('members', sql`id`, ['phod bee'])}`.execute(
          tx,
        ),
      )
    expect(rows).toEqual([{ id: zaphod.membershipId }])
  })

  it('answers nobody without a tenant', async () => {
    await expect(app.services.db.control((tx) => idsOf(tx, 'zaphod'))).rejects.toThrow('No tenant is bound')
  })

  it('has its indexes, and nobody acts as the role that it asks as', async () => {
    await asOwner(async (client) => {
      const { rows } = await client.query(
        `select indexname from pg_indexes where indexname in ('memberships_search', 'courses_search') order by 1`,
      )
      expect(rows.map((row) => row.indexname)).toEqual(['courses_search', 'memberships_search'])
      const { rows: members } = await client.query(
        `select pg_has_role(current_user, 'learnt_search', 'usage') as owner`,
      )
      expect(members).toEqual([{ owner: false }])
      // The owner is bound as ever: what a backup of one tenant reads is that tenant's.
      await client.query(`select set_config('app.tenant_id', 'nobody', false)`)
      const { rows: seen } = await client.query('select count(*)::int as seen from memberships')
      expect(seen).toEqual([{ seen: 0 }])
    })
  })
})
