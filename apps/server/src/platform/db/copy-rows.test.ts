import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { cells, csvOf, selectCells } from '../csv.ts'
import { withValues } from './copy-rows.ts'

async function textOf(rows: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of rows) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

const nasty = [
  '=1+1',
  '+49',
  '-3',
  '@x',
  '\tx',
  '\rx',
  '＝1',
  'x;=1',
  'x; "+1',
  'a|@b\t-c',
  'e-mail; x-ray',
  'a,b',
  'say "hi"',
  'two\nlines',
  '',
  "O'Hara",
  '$1',
  '\\.',
  'é ب',
]

test('write what the other way of writing files writes, cell for cell', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const db = app.services.db.tenant(tenant.tenantId)
  const columns = [
    { header: 'name', cell: cells.text(sql`name`) },
    { header: 'place', cell: sql`place` },
    { header: 'amount', cell: cells.decimal(sql`place * 2.50`) },
    { header: 'isOdd', cell: cells.flag(sql`place % 2 = 1`) },
    { header: 'at', cell: cells.moment(sql`timestamptz '2026-11-21 05:06:07.89+02'`) },
  ]
  const mine = await textOf(
    db.copyCsv(
      sql`select ${selectCells(columns)} from unnest(${nasty}::text[]) with ordinality given(name, place) order by place`,
      undefined,
      ['name'],
    ),
  )
  async function* rows() {
    for (const [i, name] of nasty.entries()) yield { name, place: i + 1 }
  }
  const theirs = await textOf(
    csvOf<{ name: string; place: number }>(
      [
        { header: 'name', value: (row) => row.name },
        { header: 'place', value: (row) => row.place },
        { header: 'amount', value: (row) => row.place * 2.5 },
        { header: 'isOdd', value: (row) => String(row.place % 2 === 1) },
        { header: 'at', value: () => '2026-11-21T03:06:07.890Z' },
      ],
      rows(),
    ),
  )
  expect(mine).toContain(`"'=1+1",1,`)
  expect(theirs).toContain('"e-mail; x-ray",')
  expect(mine).toContain('"two\nlines",')
  // Cut at semicolons, as spreadsheets of other countries do, no cell begins with a sign.
  for (const text of [mine, theirs.slice(1)])
    expect(text.split(/[;,|\t\r\n]/).filter((cell) => /^[\s"]*[=+@＝＋－＠-]/.test(cell))).toEqual([])
  // PostgreSQL quotes every text, the other those that need it.
  const unquoted = (text: string) => text.replaceAll(/(^|\r\n)"((?:[^"]|"")*)"(?=,)/g, '$1$2')
  expect(unquoted(mine)).toBe(unquoted(theirs.slice(1)))
})

test('are the tenant’s own, and values are values', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const other = await givenTenant(app)
  await givenPerson(app, other, { firstName: 'Somebody', lastName: 'Else' })
  const name = `x') to stdout; drop table memberships; --`
  await givenPerson(app, tenant, { firstName: 'Own', lastName: name })
  const db = app.services.db.tenant(tenant.tenantId)
  const found = await textOf(db.copyCsv(sql`select last_name from memberships where last_name = ${name}`))
  expect(found).toBe(`last_name\r\n${name}\r\n`)
  const all = await textOf(db.copyCsv(sql`select first_name from memberships`))
  expect(all).toContain('Own')
  expect(all).not.toContain('Somebody')
  await expect(
    textOf(db.copyCsv(sql`insert into documents (id, title) values (gen_random_uuid(), 'x') returning id`)),
  ).rejects.toThrow('read-only')
  expect(
    withValues({ sql: 'a = $1 and b = $2 and c = $10', parameters: ['$2', null, ...'xxxxxxx'.split(''), 7] }),
  ).toBe("a = ('$2') and b = null and c = ('7')")
})

test('who stops reading ends the query, and the place is free again', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const db = app.services.db.tenant(tenant.tenantId)
  const many = () => db.copyCsv(sql`select repeat('x', 1000) from generate_series(1, 100000)`)
  for (let i = 0; i < 6; i++) {
    const rows = many()
    expect((await rows.next()).done).toBe(false)
    await rows.return(undefined)
  }
  const open = [many(), many(), many()]
  for (const rows of open) await rows.next()
  await expect(many().next()).rejects.toMatchObject({ code: 'unavailable' })
  for (const rows of open) await rows.return(undefined)
  expect(await textOf(db.copyCsv(sql`select 1 as one`))).toBe('one\r\n1\r\n')
})

test('a slow reader shuts nobody else out, of their tenant or of another', async () => {
  const app = await testApp()
  const [slow, slower, other] = [await givenTenant(app), await givenTenant(app), await givenTenant(app)]
  const begin = async (tenant: GivenTenant, userId?: string) => {
    const rows = app.services.db
      .tenant(tenant.tenantId)
      .copyCsv(sql`select repeat('x', 1000) from generate_series(1, 100000)`, userId)
    await rows.next()
    return rows
  }
  const refused = { code: 'unavailable' }
  const person = await givenPerson(app, slow)
  const open = [await begin(slow, slow.admin.userId), await begin(slow, slow.admin.userId)]
  await expect(begin(slow, slow.admin.userId)).rejects.toMatchObject(refused)
  await expect(begin(other, slow.admin.userId)).rejects.toMatchObject(refused)
  // Their colleague, and then nobody of that tenant.
  open.push(await begin(slow, person.userId))
  await expect(begin(slow, person.userId)).rejects.toMatchObject(refused)
  await expect(begin(slow)).rejects.toMatchObject(refused)
  open.push(await begin(other, other.admin.userId), await begin(slower, slower.admin.userId))
  // All together are bounded as well.
  open.push(await begin(slower))
  await expect(begin(other)).rejects.toMatchObject(refused)
  await open.shift()?.return(undefined)
  open.push(await begin(other))
  for (const rows of open) await rows.return(undefined)
})
