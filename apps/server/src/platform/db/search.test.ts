import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { foldCase, searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import { givenCourse } from '../../../test/given/courses.ts'
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

const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
let state = 20261121
/** The same each time. */
function dice(sides: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >> 8) % sides
}

/** Ids of all pages; each says how many there are in all. */
async function pagesOf(
  page: (cursor: { cursor?: string }) => Promise<{ ids: string[]; total: number; next: string | null }>,
  total: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = {}; ; ) {
    const one = await page(cursor)
    expect(one.total).toBe(total)
    ids.push(...one.ids)
    if (one.next === null) return ids
    cursor = { cursor: one.next }
  }
}

describe('search', () => {
  it('finds the bound tenant’s rows, all words in any order, wildcards as letters', async () => {
    const [mine, theirs] = [await givenTenant(app), await givenTenant(app)]
    const zaphod = await zaphodOf(mine)
    const other = await zaphodOf(theirs)
    const actInTenant = (tenant: GivenTenant, search: string) =>
      app.services.db.tenant(tenant.tenantId).read((tx) => idsOf(tx, search))
    expect(await actInTenant(mine, 'zaphod')).toEqual([zaphod.membershipId])
    expect(await actInTenant(theirs, 'zaphod')).toEqual([other.membershipId])
    expect(await actInTenant(mine, 'EEBLE pho')).toEqual([zaphod.membershipId])
    expect(await actInTenant(mine, '0% z_b')).toEqual([zaphod.membershipId])
    expect(await actInTenant(mine, 'z%b')).toEqual([])
    expect(await actInTenant(mine, 'zaphod dent')).toEqual([])
    expect(await actInTenant(mine, 'o')).toContain(zaphod.membershipId)

    const { rows } = await app.services.db
      .tenant(mine.tenantId)
      .read((tx) =>
        sql<{ id: string }>`select id from memberships where ${matchesWords('members', sql`id`, ['phod bee'])}`.execute(
          tx,
        ),
      )
    expect(rows).toEqual([{ id: zaphod.membershipId }])
  })

  it('shows each searched list page by page with its number, as whoever reads all rows would, in one statement', async () => {
    const tenant = await givenTenant(app)
    const syllables = ['ka', 'ko', 'wal', 'ski', 'an', 'na', 'bert', 'ż', '%', '_']
    const word = () => Array.from({ length: 1 + dice(3) }, () => syllables[dice(syllables.length)]).join('')
    const people = []
    const titles = []
    for (let i = 0; i < 40; i++) {
      people.push(await givenPerson(app, tenant, { firstName: word(), lastName: word() }))
      const title = `${word()} ${word()}`
      titles.push({ id: (await givenCourse(app, tenant, { title })).courseId, title })
    }
    const sorted = (rows: { id: string; key: string }[], direction: 'asc' | 'desc') =>
      rows
        .toSorted(
          (a, b) => (a.key === b.key ? byText(a.id, b.id) : byText(a.key, b.key)) * (direction === 'asc' ? 1 : -1),
        )
        .map((row) => row.id)
    const all = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('memberships').select(['id', 'searchWords', 'sortName', 'email']).execute())
    for (let round = 0; round < 30; round++) {
      const words = Array.from({ length: 1 + dice(2) }, word)
      const direction = dice(2) === 0 ? ('asc' as const) : ('desc' as const)
      const sort = dice(2) === 0 ? ('name' as const) : ('email' as const)
      const search = words.join(' ')
      const has = (text: string) => words.every((one) => text.includes(one))
      const found = all.filter((row) => has(row.searchWords))
      const wanted = found.map((row) => ({ id: row.id, key: sort === 'name' ? row.sortName : row.email }))
      expect(
        await pagesOf(async (cursor) => {
          const { body } = await app.call(tenant.admin, api.members.list, {
            query: { search, sort, direction, limit: 7, ...cursor },
          })
          return { ...body, ids: body.items.map((one) => one.id) }
        }, found.length),
      ).toEqual(sorted(wanted, direction))
      const courses = titles.filter(({ title }) => has(title)).map(({ id, title }) => ({ id, key: title }))
      expect(
        await pagesOf(async (cursor) => {
          const { body } = await app.call(tenant.admin, api.courses.list, {
            query: { search, sort: 'title', direction, limit: 7, ...cursor },
          })
          return { ...body, ids: body.items.map((one) => one.id) }
        }, courses.length),
      ).toEqual(sorted(courses, direction))
    }
    for (const list of [api.members.list, api.courses.list]) {
      const events = await statementsOf(app.services.db, async () => {
        await app.call(tenant.admin, list, { query: { search: 'ka' } })
      })
      // Beside the definitions of custom fields, by which values are shown.
      const reads = events.filter((event) => event.kind === 'read' && !event.sql.includes('custom_fields'))
      expect(reads).toHaveLength(1)
    }
  })

  it('answers nobody without a tenant', async () => {
    await expect(app.services.db.control((tx) => idsOf(tx, 'zaphod'))).rejects.toThrow('No tenant is bound')
  })

  it('has its indexes, and nobody acts as the role that it asks as', async () => {
    await asOwner(async (client) => {
      const { rows } = await client.query(
        `select indexname from pg_indexes where indexname in ('memberships_search', 'documents_search', 'prepared_files_search') order by 1`,
      )
      expect(rows.map((row) => row.indexname)).toEqual([
        'documents_search',
        'memberships_search',
        'prepared_files_search',
      ])
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

it('the database folds text as the contract does', async () => {
  const texts = [
    'Sinéad',
    'ŁÓDŹ',
    'Straße',
    'Ærø',
    'İSTANBUL ılık',
    'ＡＢＣ',
    'مُحَمَّد',
    'ΟΔΟΣ οδός',
    '한국',
    'हिन्दी',
    'Þórr',
    'a\tb',
    "don't don`t don’t don‘t donʼt don´t don＇t don′t",
    'Brandschutz-Übung Brandschutz\u2010Übung Brandschutz\u2011Übung a–b—c―d−e－f﹣g﹘h',
    'Brand\u00adschutz\u200b\u200c\u200d\u2060übung\ufeff',
    "п’ять ג׳ורג׳ בית־ספר Հայ֊ք O᾽Neill '-`",
    'a\u00a0b\u2009c\u202fd\u3000e\u1680f\u2003g',
    '葛\u{e0100}城 葛\ufe00 ŉ ″ ẚ ½-¼',
    // Every letter of the planes that people write in, but for what PostgreSQL keeps no text with.
    ...Array.from({ length: 0x3400 / 0x100 }, (_, row) =>
      Array.from({ length: 0x100 }, (_, at) => String.fromCodePoint(row * 0x100 + at || 1)).join(' '),
    ),
    ...[0xfe00, 0xff00, 0xe0100].map((row) =>
      Array.from({ length: 0x100 }, (_, at) => String.fromCodePoint(row + at)).join(' '),
    ),
  ]
  const { rows } = await app.services.db.control((tx) =>
    sql<{ form: string; lower: string }>`
      select search_form(text) as form, lower(text) as lower from unnest(${texts}::text[]) with ordinality given(text, place) order by place`.execute(
      tx,
    ),
  )
  expect(rows.map((row) => row.form)).toEqual(texts.map(searchForm))
  expect(rows.map((row) => row.lower)).toEqual(texts.map(foldCase))
})

it('text that was kept before is found like text that is kept now, in every tenant and portion', async () => {
  const tenants = [await givenTenant(app), await givenTenant(app)]
  const read = await readFile(
    join(import.meta.dirname, '../../../migrations/20261128T0401_search_without_signs.sql'),
    'utf8',
  )
  const refold = read.slice(read.indexOf('do $$')).replaceAll('500)', '2)')
  for (const [at, tenant] of tenants.entries()) {
    const courses = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((title) => givenCourse(app, tenant, { title })))
    await asOwner(async (client) => {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenant.tenantId])
      await client.query(`update documents set search_text = $1 where id = any($2::uuid[])`, [
        `nathalie d’arc-k\u00adleve${at} n-d@example.com`,
        courses.map((one) => one.courseId),
      ])
    })
  }
  const found = async (search: string) =>
    Promise.all(
      tenants.map(async (tenant) => (await app.call(tenant.admin, api.courses.list, { query: { search } })).body.total),
    )
  expect(await found("D'Arc-kleve0")).toEqual([0, 0])
  // Twice, as a migration that was stopped begins again.
  for (let time = 0; time < 2; time++) await asOwner((client) => client.query(refold))
  expect(await found("D'Arc-kleve0")).toEqual([5, 0])
  expect(await found('darckleve1')).toEqual([0, 5])
  expect(await found('nathalie nd@example.com')).toEqual([5, 5])
})

it('people whom a server of the version before writes, with search words of its own, are found by what they are', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant, { firstName: 'Ines', lastName: '' })
  const write = (set: string) =>
    asOwner(async (client) => {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenant.tenantId])
      await client.query(`update memberships set ${set} where user_id = $1`, [person.userId])
    })
  await write(`last_name = 'D’Arc', preferred_name = 'Nessa', search_text = 'written before'`)
  const found = async (search: string) =>
    (await app.call(tenant.admin, api.members.list, { query: { search } })).body.total
  expect([await found('ines darc'), await found('nessa'), await found('written before')]).toEqual([1, 1, 0])
  await expect(write(`search_words = ''`)).rejects.toThrow('search_words')
})

it('signs are left out of what is looked for and of what is found', async () => {
  const tenant = await givenTenant(app)
  for (const lastName of ['Don’t', "Don't", 'Dont', 'Brandschutz-Übung', 'Brandschutz\u2011übung', 'Brandschutzübung'])
    await app.call(tenant.admin, api.members.create, { body: { firstName: 'Anna', lastName } })
  for (const search of [
    "don't",
    'don’t',
    'DONʼT',
    'dont',
    'brandschutzübung',
    'brandschutz-übung',
    'Brandschutz–ubung',
  ])
    expect((await app.call(tenant.admin, api.members.list, { query: { search } })).body.total, search).toBe(3)
  expect((await app.call(tenant.admin, api.members.list, { query: { search: 'dona' } })).body.total).toBe(0)
})

it('accents are left out of what is looked for and of what is found', async () => {
  const tenant = await givenTenant(app)
  for (const firstName of ['Sinéad', 'Sine\u0301ad', 'Sinead'])
    await app.call(tenant.admin, api.members.create, { body: { firstName, lastName: 'O’Neil' } })
  for (const search of ['Sinead', 'SINÉAD', 'sine\u0301ad'])
    expect((await app.call(tenant.admin, api.members.list, { query: { search } })).body.total, search).toBe(3)
})
