/** The feature's server folder. The author replaces the noun in German and Arabic. */
exports.serverFiles = ({ plural, Plural, singular, Singular }) => {
  const PLURAL = plural.toUpperCase()
  const folder = `apps/server/src/features/${plural}`
  return {
    [`${folder}/register.ts`]: `import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { ${singular}Routes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const ${plural}: Feature = {
  routes: ${singular}Routes,
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
`,

    [`${folder}/person.ts`]: `import { by, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  ${plural}: {
    rows: by('created_by'),
    copy: 'content of the tenant; that the person made it stands in the audit entries',
  },
}
`,

    [`${folder}/policy.ts`]: `import { isAdmin } from '../../platform/actor.ts'
import { forbidden, type Policy, type Rule } from '../../platform/authorize.ts'
import type { ${Singular}Row } from './queries.ts'

const byAdministrators: Rule<${Singular}Row> = (actor) => (isAdmin(actor) ? null : forbidden())

/** The ${plural} belong to the tenant: all its administrators may change them. */
export const ${singular}Policy: Policy<${Singular}Row, 'change' | 'remove'> = {
  change: byAdministrators,
  remove: byAdministrators,
}
`,

    [`${folder}/routes.ts`]: `import { api } from '@learnt/contract'
import type { Presented } from '@learnt/contract/endpoint'
import type { ${Singular} } from '@learnt/contract/${plural}'
import type { Actor } from '../../platform/actor.ts'
import { authorize, canOf } from '../../platform/authorize.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { change${Singular}, create${Singular}, remove${Singular} } from './commands.ts'
import { ${singular}Policy } from './policy.ts'
import { find${Singular}, list${Plural}, type ${Singular}Row } from './queries.ts'

export const ${singular}Routes: Route[] = [
  route(api.${plural}.list, async ({ ctx, query }) => {
    const { search, limit } = query
    const after = decodeCursor(ctx, '${plural}', query.cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read((tx) => list${Plural}(tx, { search, limit, after }))
    const page = cutPage(ctx, '${plural}', rows, { limit, key: (last) => [last.createdText, last.id] })
    return { items: page.rows.map((row) => present${Singular}(ctx.actor, row)), next: page.next, total, totalIsExact }
  }),

  route(api.${plural}.create, async ({ ctx, body }) => present${Singular}(ctx.actor, await create${Singular}(ctx, body))),

  route(api.${plural}.change, async ({ ctx, params, body }) => {
    const row = await ctx.read((tx) => find${Singular}(tx, params.${singular}Id))
    authorize(ctx.actor, ${singular}Policy.change, row)
    return present${Singular}(ctx.actor, await change${Singular}(ctx, row, body))
  }),

  route(api.${plural}.remove, async ({ ctx, params }) => {
    const row = await ctx.read((tx) => find${Singular}(tx, params.${singular}Id))
    authorize(ctx.actor, ${singular}Policy.remove, row)
    await remove${Singular}(ctx, row)
    return undefined
  }),
]

function present${Singular}(actor: Actor, row: ${Singular}Row): Presented<typeof ${Singular}> {
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    can: canOf(actor, ${singular}Policy, row),
  }
}
`,

    [`${folder}/queries.ts`]: `import { sql } from 'kysely'
import type { ReadTx, Row } from '../../platform/db/database.ts'
import { hasWords } from '../../platform/db/search.ts'
import { countUpTo, type Total } from '../../platform/list-counts.ts'

export type ${Singular}Row = Row<'${plural}'>

/** One page, newest first; two statements, one round trip. */
export async function list${Plural}(
  tx: ReadTx,
  of: { search: string | undefined; limit: number; after: readonly [createdAt: string, id: string] | null },
): Promise<{ rows: (${Singular}Row & { createdText: string })[] } & Total> {
  const matches = hasWords(sql\`title || ' ' || text\`, of.search)
  const page = tx
    .selectFrom('${plural}')
    .selectAll()
    .select(sql<string>\`created_at::text\`.as('createdText'))
    .where(matches)
    .$if(of.after !== null, (query) =>
      query.where(sql<boolean>\`(created_at, id) < (\${of.after?.[0]}::text::timestamptz, \${of.after?.[1]}::uuid)\`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(of.limit + 1)
  const [rows, total] = await Promise.all([page.execute(), countUpTo(tx, sql\`${plural} where \${matches}\`)])
  return { rows, ...total }
}

export function find${Singular}(tx: ReadTx, id: string): Promise<${Singular}Row | undefined> {
  return tx.selectFrom('${plural}').selectAll().where('id', '=', id).executeTakeFirst()
}
`,

    [`${folder}/commands.ts`]: `import type { HandlerInput } from '@learnt/contract/endpoint'
import type { ${plural} } from '@learnt/contract/${plural}'
import { sql } from 'kysely'
import { audit, findLastChange } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { WriteTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, ProblemError, stale } from '../../platform/problem.ts'
import type { ${Singular}Row } from './queries.ts'

/** \`tooMany\` in words/ contains this number. */
const MAX_${PLURAL} = 1000

type Input = HandlerInput<typeof ${plural}.create>['body']
type Change = HandlerInput<typeof ${plural}.change>['body']

export async function create${Singular}(ctx: Ctx, input: Input): Promise<${Singular}Row> {
  return ctx.write((tx) => insert${Singular}(ctx, tx, input))
}

export async function insert${Singular}(ctx: Ctx, tx: WriteTx, input: Input): Promise<${Singular}Row> {
  const row = await tx
    .insertInto('${plural}')
    .values({ ...input, id: newId(), createdBy: ctx.actor.userId, createdAt: ctx.now, updatedAt: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { count } = await tx
    .selectFrom('${plural}')
    .select(sql<number>\`count(*)\`.as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > MAX_${PLURAL}) throw new ProblemError('conflict', { detail: '${plural}.tooMany' })
  await audit(ctx, tx, { ...factOf(row, 'create'), after: input })
  return row
}

export async function change${Singular}(ctx: Ctx, before: ${Singular}Row, change: Change): Promise<${Singular}Row> {
  const { revision, ...input } = change
  return ctx.write(async (tx) => {
    const row = await tx
      .updateTable('${plural}')
      .set({ ...input, revision: revision + 1, updatedAt: ctx.now })
      .where('id', '=', before.id)
      .where('revision', '=', revision)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw stale(await findLastChange(tx, { subjectId: before.id, verbs: '${plural}.' }))
    await audit(ctx, tx, { ...factOf(row, 'change'), before: inputOf(before), after: input })
    return row
  })
}

export async function remove${Singular}(ctx: Ctx, row: ${Singular}Row): Promise<void> {
  await ctx.write(async (tx) => {
    const removed = await tx.deleteFrom('${plural}').where('id', '=', row.id).returning('id').executeTakeFirst()
    // Two administrators remove at once: one of them finds it gone.
    if (!removed) throw notFound()
    await audit(ctx, tx, { ...factOf(row, 'remove'), before: inputOf(row) })
  })
}

function factOf(row: ${Singular}Row, verb: 'change' | 'create' | 'remove') {
  return {
    action: \`${plural}.\${verb}\`,
    subjectType: '${singular}',
    subjectId: row.id,
    subjectTitle: row.title,
  } as const
}

function inputOf({ title, text }: ${Singular}Row): Input {
  return { title, text }
}
`,

    [`${folder}/${plural}.test.ts`]: `import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const create = (by: Caller, title: string) => app.call(by, api.${plural}.create, { body: { title, text: 'A text' } })
const change = (by: Caller, ${singular}Id: string, body: { title: string; revision: number }) =>
  app.call(by, api.${plural}.change, { params: { ${singular}Id }, body: { text: '', ...body } })
const remove = (by: Caller, ${singular}Id: string) => app.call(by, api.${plural}.remove, { params: { ${singular}Id } })
const list = (by: Caller, query: object = {}) => app.call(by, api.${plural}.list, { query })

it('creates, changes and removes, and records each in the audit log', async () => {
  const { admin } = await givenTenant(app)
  const { body: made } = await create(admin, 'First')
  expect(made).toMatchObject({ title: 'First', text: 'A text', revision: 1, can: { change: null, remove: null } })
  const { body: changed } = await change(admin, made.id, { title: 'Second', revision: 1 })
  expect(changed).toMatchObject({ id: made.id, title: 'Second', text: '', revision: 2 })
  expect((await list(admin)).body.items).toEqual([changed])
  expect((await remove(admin, made.id)).status).toBe(204)
  expect((await list(admin)).body).toMatchObject({ items: [], total: 0 })
  const audited = (await app.call(admin, api.audit.list, { query: { subjectId: made.id } })).body.items
  expect(audited.map((entry) => [entry.action, entry.subjectTitle])).toEqual([
    ['${plural}.remove', 'Second'],
    ['${plural}.change', 'Second'],
    ['${plural}.create', 'First'],
  ])
})

it('lists the newest first, in pages, and finds words of the title and the text', async () => {
  const { admin } = await givenTenant(app)
  for (const title of ['One', 'Two', 'Three']) {
    app.clock.advance(1000)
    await create(admin, title)
  }
  const first = (await list(admin, { limit: 2 })).body
  expect(first).toMatchObject({ total: 3, items: [{ title: 'Three' }, { title: 'Two' }] })
  expect((await list(admin, { limit: 2, cursor: first.next })).body).toMatchObject({ items: [{ title: 'One' }], next: null })
  expect((await list(admin, { search: 'TEXT two' })).body).toMatchObject({ total: 1, items: [{ title: 'Two' }] })
})

it('refuses a learner, and hides another tenant’s', async () => {
  const tenant = await givenTenant(app)
  const { body: made } = await create(tenant.admin, 'First')
  const attempts = (by: Caller) => [
    () => list(by),
    () => create(by, 'Mine'),
    () => change(by, made.id, { title: 'Mine', revision: 1 }),
    () => remove(by, made.id),
  ]
  const learner = await givenPerson(app, tenant)
  for (const attempt of attempts(learner)) expect((await attempt()).status).toBe(403)
  for (const attempt of attempts(stranger)) expect((await attempt()).status).toBe(401)
  const foreign = (await givenTenant(app)).admin
  expect((await list(foreign)).body.items).toEqual([])
  for (const attempt of attempts(foreign).slice(2)) expect((await attempt()).status).toBe(404)
  for (const attempt of attempts(tenant.admin)) expect((await attempt()).status).toBeLessThan(300)
})

it('refuses a change of an older revision and says who was faster', async () => {
  const { admin } = await givenTenant(app)
  const { body: made } = await create(admin, 'First')
  const answers = await Promise.all(
    ['Mine', 'Theirs'].map((title) => change(admin, made.id, { title, revision: made.revision })),
  )
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
  const refused = answers.find((one) => one.status === 409)?.problem
  expect(refused).toMatchObject({ code: 'stale', savedBy: 'Ada Admin' })
})

it('refuses more than 1000 and says what to do', async () => {
  const { admin, tenantId } = await givenTenant(app)
  await app.services.db.tenant(tenantId).write((tx) =>
    sql\`insert into ${plural} (id, title, text, created_by, created_at, updated_at)
      select gen_random_uuid(), 'Many', '', \${admin.userId}::uuid, \${app.clock.now()}, \${app.clock.now()} from generate_series(1, 999)\`.execute(tx),
  )
  expect((await create(admin, 'The last one')).status).toBe(201)
  expect((await create(admin, 'One more')).problem?.detail).toBe('There are already 1000 entries. Remove one first.')
})

it('names the wrong field', async () => {
  const { admin } = await givenTenant(app)
  expect((await create(admin, ' ')).problem?.errors?.[0]).toMatchObject({ path: 'body.title' })
  expect((await create(admin, 'x'.repeat(201))).problem?.errors?.[0]).toMatchObject({ path: 'body.title' })
})
`,

    [`${folder}/demo.ts`]: `import type { SeedDemo } from '../../platform/feature.ts'
import { insert${Singular} } from './commands.ts'

export const seedDemo: SeedDemo = async (ctx, tx) => {
  for (const title of ['First', 'Second', 'Third'])
    await insert${Singular}(ctx, tx, { title: \`\${title} ${singular}\`, text: '' })
}
`,

    [`${folder}/words/en.ts`]: `export const en = {
  ${plural}: { tooMany: 'There are already 1000 entries. Remove one first.' },
  audit: { subjects: { ${singular}: '${Singular}' } },
}
`,

    [`${folder}/words/de.ts`]: `import type { en as English } from './en.ts'

export const de: typeof English = {
  ${plural}: { tooMany: 'Es gibt schon 1000 Einträge. Entfernen Sie zuerst einen.' },
  audit: { subjects: { ${singular}: '${Singular}' } },
}
`,

    [`${folder}/words/ar.ts`]: `import type { en as English } from './en.ts'

export const ar: typeof English = {
  ${plural}: { tooMany: 'يوجد بالفعل 1000 عنصر. أزِل أحدها أولًا.' },
  audit: { subjects: { ${singular}: '${Singular}' } },
}
`,
  }
}
