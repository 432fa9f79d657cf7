import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { compareRollups } from '../src/features/assignments/commands/recount-rollups.ts'
import { recomputeAttempt } from '../src/features/attempts/commands/recompute-attempt.ts'
import type { ReadTx } from '../src/platform/db/database.ts'
import { systemContext } from '../src/platform/system-context.ts'
import { dangerouslyRemoveTenant } from '../src/platform/tenant/remove-tenant.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { testApp } from '../test/app.ts'
import { freshDatabase } from '../test/db.ts'
import { demoTenants } from './demo.ts'
import { seedDemoOnce } from './seed.ts'

const tenantId = mintTenantId('stellar')
const fingerprint = (tx: ReadTx) =>
  sql<Record<string, string | number>>`
    select (select count(*) from statements) as statements, (select md5(string_agg(id::text || verb || stored, ',' order by id)) from statements) as said,
      (select count(*) from attempts) as attempts, (select md5(string_agg(id::text || state || progress || seconds, ',' order by id)) from attempts) as tried,
      (select count(*) from attempt_scos) as scos`.execute(tx)

test('the demonstration has a record behind every figure, the same each time, and can be removed completely', {
  timeout: 180_000,
}, async () => {
  const app = await testApp()
  const { db, adminUrl } = await freshDatabase()
  const services = { ...app.services, db }
  const seed = () =>
    seedDemoOnce(
      { services },
      () => {},
      demoTenants.filter((one) => one.id === tenantId),
    )
  const began = performance.now()
  await seed()
  process.stdout.write(`demo: ${tenantId} filled in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
  const tenant = db.tenant(tenantId)

  const gaps = await tenant.read((tx) =>
    sql<Record<string, number>>`
      with verbs as (select assignment_id, activity_id, stored, substring(verb from '[^/]+$') as verb, body from statements)
      select
        (select count(*) from assignments a join documents c on c.id = a.document_id and c.type = 'course' where a.state in ('completed', 'passed') and not c.is_bundle and not exists (
          select from verbs v where v.assignment_id = a.id and v.activity_id is null and v.verb = a.state and v.stored = a.completed_at)) as courses,
        (select count(*) from activity_progress p where p.state in ('completed', 'passed') and not exists (
          select from verbs v where v.assignment_id = p.assignment_id and v.activity_id = p.activity_id and v.verb = p.state and v.stored = p.completed_at)) as steps,
        (select count(*) from activity_progress p where not exists (
          select from verbs v where v.assignment_id = p.assignment_id and v.activity_id = p.activity_id and v.verb = 'initialized' and v.stored = p.started_at)) as begun,
        (select count(*) from activity_progress p where p.state = 'passed' and not exists (
          select from attempts t where t.assignment_id = p.assignment_id and t.activity_id = p.activity_id and t.state = 'passed' and t.score = p.score
            and t.completed_at = p.completed_at)) as passed_without_attempt,
        (select count(*) from attempts t where not exists (
          select from verbs v where v.assignment_id = t.assignment_id and v.activity_id = t.activity_id and v.verb = 'launched' and v.stored = t.started_at)) as launches,
        (select count(*) from attempts t where not exists (select from attempt_scos s where s.attempt_id = t.id)) as empty_attempts,
        (select count(*) from verbs v where v.stored > ${services.clock.now()}) as future,
        (select count(*) from verbs v where (v.body->>'timestamp')::timestamptz <> v.stored or (v.body->>'id') is null) as crooked`.execute(
      tx,
    ),
  )
  expect(gaps.rows[0]).toEqual({
    courses: 0,
    steps: 0,
    begun: 0,
    passedWithoutAttempt: 0,
    launches: 0,
    emptyAttempts: 0,
    future: 0,
    crooked: 0,
  })
  const first = (await tenant.read(fingerprint)).rows[0]
  expect(first?.statements).toBeGreaterThan(2000)
  expect(first?.attempts).toBeGreaterThan(100)

  // The attempts' data must give the result that the course's record has.
  const ctx = systemContext(services, tenantId, { requestId: 'test' })
  const some = await tenant.read((tx) =>
    tx.selectFrom('attempts').select('id').where('state', '=', 'passed').orderBy('id').limit(10).execute(),
  )
  for (const attempt of some) expect(await recomputeAttempt(ctx, attempt)).toMatchObject({ changed: false })
  const differences = await tenant.read(compareRollups)
  expect(Object.values(differences).every((count) => count === 0)).toBe(true)

  expect(await dangerouslyRemoveTenant(adminUrl, tenantId)).toBe(true)
  expect((await tenant.read(fingerprint)).rows[0]).toMatchObject({ statements: 0, attempts: 0, scos: 0 })
  await seed()
  expect((await tenant.read(fingerprint)).rows[0]).toEqual(first)
})
