import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded.ts'
import { ask } from '../apps/server/test/connection.ts'
import { type Caller, password, settle, signInByApi } from './given/calls.ts'
import { givenCourse, onlyPosition, pageStep } from './given/courses.ts'
import { unique } from './given/people.ts'
import { findPgBouncer, type Pooler, startPgBouncer } from './given/pgbouncer.ts'
import { type Learnt, startLearnt } from './learnt.ts'
import { listen } from './torture/live-ears.ts'
import { adminAccount, runCli } from './torture/world.ts'

/** Fewer than one process alone would open. */
const poolSize = 3
const program = findPgBouncer()

describe.skipIf(program === null)('two processes behind PgBouncer in transaction mode', () => {
  let database: EmbeddedPostgres
  let pooler: Pooler
  let folder: string
  let one: Learnt
  let two: Learnt
  let admin: Caller

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'learnt-pooler-'))
    database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => {} })
    pooler = await startPgBouncer(program as string, database.appUrl, poolSize)
    const settings = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.appUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      DATA_DIR: join(folder, 'files'),
    }
    one = await startLearnt({ demo: false, settings })
    two = await startLearnt({ demo: false, settings: { ...settings, WORKER: 'off' } })
    const name = ['--first-name', 'Ada', '--last-name', 'Lovelace']
    const words = ['admin', 'create', '--email', adminAccount, ...name, '--role', 'superadmin', '--password', password]
    expect(await runCli(one.settings, ['cli', ...words])).toMatchObject({ code: 0 })
    admin = await signInByApi(one.url, adminAccount)
  })
  afterAll(async () => {
    await one?.stop()
    await two?.stop()
    await pooler?.stop()
    await database?.stop()
    for (const left of [folder, database?.folder]) if (left) rmSync(left, { recursive: true, force: true })
  })

  const at = (learnt: Learnt, caller: Caller): Caller => ({ ...caller, url: learnt.url })
  const post = (learnt: Learnt, who: Caller, path: string, body: object, key: string) =>
    fetch(learnt.url + path, {
      method: 'POST',
      headers: {
        cookie: `${who.cookie.name}=${who.cookie.value}`,
        origin: learnt.url,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })

  test('each tenant sees its own people, however many requests share the few connections', async () => {
    const tenants = await Promise.all(
      ['first', 'second', 'third'].map(async (word) => {
        const id = unique(word).toLowerCase()
        const email = `${id}@pooler.example`
        const administrator = { firstName: 'Ann', lastName: id, email, password }
        await admin.call(api.tenants.create, { body: { id, name: `Tenant ${id}`, administrator } })
        return { id, callers: await Promise.all([one, two].map(({ url }) => signInByApi(url, email))) }
      }),
    )
    const seen = await Promise.all(
      Array.from({ length: 300 }, async (_, nth) => {
        const { id, callers } = tenants[nth % tenants.length] as (typeof tenants)[number]
        const { items } = await (callers[nth % 2] as Caller).call(api.members.list, { query: {} })
        return items.map((person) => person.lastName).join() === id
      }),
    )
    expect(seen.filter((isOwn) => !isOwn)).toEqual([])
    const [counted] = await ask<{ count: number }>(
      database.adminUrl,
      `select count(*)::int as count from pg_stat_activity where usename = 'learnt_web'`,
    )
    // Each process listens over two connections of its own.
    expect(counted?.count).toBeLessThanOrEqual(poolSize + 4)
  })

  test('a change at one process is announced at the other, and happens once', async () => {
    const position = unique('Sailor')
    const account = `${unique('person')}@pooler.example`
    const body = { firstName: 'Pat', lastName: unique('Pooler'), email: account, password, position: [position] }
    const key = crypto.randomUUID()
    const answers = await Promise.all(
      [one, two, one, two].map((learnt) => post(learnt, admin, '/api/members', body, key)),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(201)
    const { total } = await admin.call(api.members.list, { query: { search: body.lastName } })
    expect(total).toBe(1)
    const again = await post(two, admin, '/api/members', body, key)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])

    const learner = await signInByApi(two.url, account)
    const ears = await listen(learner, ['me'])
    const title = unique('Course')
    await givenCourse(at(one, admin), { title, steps: [pageStep('Page')], rule: onlyPosition(position) })
    await ears.until((message) => message.say === 'changed' && message.topic === 'me')
    const mine = await learner.call(api.learning.courses, { query: { search: title } })
    expect(mine.items).toHaveLength(1)
    ears.close()
  })

  test('a job requested at the process without a worker is done', async () => {
    const { items } = await admin.call(api.members.list, { query: { search: 'Pooler' } })
    const ids = items.map((person) => person.id)
    const job = await at(two, admin).call(api.members.setStatus, {
      body: { selection: { by: 'ids', ids }, status: 'inactive' },
    })
    await settle(admin, job)
    const after = await admin.call(api.members.list, { query: { search: 'Pooler' } })
    expect(after.items.map((person) => person.status)).toEqual(items.map(() => 'inactive'))
  })
})
