import { randomUUID } from 'node:crypto'
import { api } from '@learnt/contract'
import { limits } from '@learnt/contract/measures'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { testDatabase } from '../../test/db.ts'
import { givenPerson, givenTeam, givenTenant } from '../../test/given/people.ts'
import type { WriteTx } from './db/database.ts'
import { compareListCounts, foldListCounts, recountLists } from './list-counts.ts'
import { dangerouslyRemoveTenant } from './tenant/remove-tenant.ts'

const statuses = ['active', 'inactive', 'archived', 'terminated']

/** Some people at once, as an import brings them. */
async function addPeople(tx: WriteTx, teamId: string, count: number): Promise<void> {
  await sql`
    insert into memberships (id, user_id, team_id, first_name, last_name)
    select u || ':' || ${teamId}, u, ${teamId}, 'Pat', 'Person' from (select gen_random_uuid() as u from generate_series(1, ${count}::int)) new`.execute(
    tx,
  )
}

async function changeSomething(tx: WriteTx, teamIds: readonly string[], dice: () => number): Promise<void> {
  const one = <T>(of: readonly T[]) => of[Math.floor(dice() * of.length)] as T
  const some = sql`(select id from memberships order by md5(id || ${String(dice())}) limit ${1 + Math.floor(dice() * 3)} for update skip locked)`
  const kind = dice()
  if (kind < 0.4) await addPeople(tx, one(teamIds), 1 + Math.floor(dice() * 5))
  else if (kind < 0.6) await sql`update memberships set status = ${one(statuses)} where id in ${some}`.execute(tx)
  else if (kind < 0.7) await sql`update memberships set first_name = 'Sam' where id in ${some}`.execute(tx)
  else if (kind < 0.8)
    await sql`delete from memberships where not ('admin' = any (roles)) and id in ${some}`.execute(tx)
  else
    await sql`insert into documents (id, title, status, status_rank, search_text) values (${randomUUID()}, 'A course', 'published', 1, 'a course')`.execute(
      tx,
    )
}

test('are what a count gives at every moment, whatever is written, undone and added up at the same time', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const other = await givenTenant(app)
  const db = app.services.db.tenant(tenant.tenantId)
  const team = { id: await givenTeam(app, tenant) }
  const teamIds = [tenant.admin.teamId, team.id]
  let seed = 7
  const dice = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  let isOver = false
  const writer = async () => {
    for (let i = 0; i < 60; i++)
      await db
        .write(async (tx) => {
          await changeSomething(tx, teamIds, dice)
          if (dice() < 0.2) throw new Error('crash')
        })
        .catch((error: Error) => {
          if (error.message !== 'crash') throw error
        })
  }
  const folder = async () => {
    while (!isOver) await foldListCounts(app.services)
  }
  let looks = 0
  const reader = async () => {
    while (!isOver) {
      expect(await db.read(compareListCounts)).toEqual([])
      looks++
    }
  }
  const others = Promise.all([folder(), folder(), reader()])
  await Promise.all([writer(), writer(), writer()])
  isOver = true
  await others
  expect(looks).toBeGreaterThan(5)
  await foldListCounts(app.services)
  expect(await db.read(compareListCounts)).toEqual([])

  // What lists say is the same, for the whole tenant, for a team, by status.
  const people = await db.read((tx) => tx.selectFrom('memberships').select(['teamId', 'status']).execute())
  const ask = async (query: object) =>
    (await app.call(tenant.admin, api.members.list, { query })).body as { total: number; totalIsExact: boolean }
  expect(await ask({ limit: 1 })).toMatchObject({ total: people.length, totalIsExact: true })
  expect(await ask({ limit: 1, status: ['inactive'], teamId: [team.id] })).toMatchObject({
    total: people.filter((one) => one.status === 'inactive' && one.teamId === team.id).length,
    totalIsExact: true,
  })
  const inOther = await app.call(other.admin, api.members.list, { query: { limit: 1 } })
  expect((inOther.body as { total: number }).total).toBe(1)
})

test('a number that is wrong is put right, and once only', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const db = app.services.db.tenant(tenant.tenantId)
  await db.write((tx) =>
    sql`insert into list_count_deltas (list, team_id, status, change) values ('members', 'nowhere', 'active', 3)`.execute(
      tx,
    ),
  )
  expect(await db.read(compareListCounts)).toEqual([{ list: 'members', kept: 3, counted: 0 }])
  await recountLists(app.services, tenant.tenantId)
  await recountLists(app.services, tenant.tenantId)
  expect(await db.read(compareListCounts)).toEqual([])
})

test('what is searched for is counted as far as people read numbers', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  await givenPerson(app, tenant, {})
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) => addPeople(tx, tenant.admin.teamId, limits.countedAtMost + 5))
  const ask = async (query: object) => (await app.call(tenant.admin, api.members.list, { query })).body
  expect(await ask({ limit: 1, search: 'pat' })).toMatchObject({ total: limits.countedAtMost, totalIsExact: false })
  expect(await ask({ limit: 1 })).toMatchObject({ total: limits.countedAtMost + 7, totalIsExact: true })
})

test('nothing of them is left of a tenant that is removed', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const db = app.services.db.tenant(tenant.tenantId)
  await dangerouslyRemoveTenant((await testDatabase()).adminUrl, tenant.tenantId)
  const left = await db.read((tx) =>
    sql`select 1 from list_counts union all select 1 from list_count_deltas`.execute(tx),
  )
  expect(left.rows).toEqual([])
})
