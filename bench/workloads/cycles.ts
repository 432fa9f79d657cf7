import { asPerson, type Bench, connectAsSuperuser, fromEstimate, tenantOf, timed, type Workload } from '../bench.ts'
import { estimate, median, percentile, rounded } from '../measure.ts'
import * as sql from '../statements.ts'
import { type BenchTenant, idOf } from '../world.ts'
import { settled } from './administration.ts'

/** Prefix of the sources that give the courses, different from other workloads. */
const FIRST = 7_000_000

export const cycleWorkloads: Workload[] = [
  {
    name: 'cycles',
    about: 'the cycles of a course of 100,000 people begin, beside the bare statements and for others meanwhile',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const learners = await bench.world.learners(tenant)
      // Left by a run that was stopped.
      await bench.world.admin.query('update documents set reset = null where tenant_id = $1', [tenant.id])
      const bare = await connectAsSuperuser(bench)
      await bare.query('set enable_nestloop = off')
      const { rows } = await bench.world.admin.query(
        `select c.id from documents c where c.tenant_id = $1 and c.type = 'course' and not c.is_bundle
           and not exists (select from assignments a where a.tenant_id = $1 and a.document_id = c.id) order by c.id limit 20`,
        [tenant.id],
      )
      const courses = (rows as { id: string }[]).map((row) => row.id)
      const made: string[] = []
      const [begun, byHand]: [number[], number[]] = [[], []]
      try {
        for (let round = 0; round < Math.min(bench.options.rounds, 3); round++) {
          const [ours, theirs] = courses.splice(0, 2)
          if (!ours || !theirs) throw new Error('All courses of the tenant are given already')
          for (const [at, course] of [ours, theirs].entries()) {
            made.push(course)
            await giveLongAgo(bench, tenant, course, FIRST + 2 * round + at)
          }
          begun.push(await timed(() => beginAll(bench, tenant, ours)))
          byHand.push(await timed(() => bare.query(sql.beginCycles, [tenant.id, theirs])))
          await settled(bench, tenant)
        }
        const last = courses.shift()
        if (!last) throw new Error('All courses of the tenant are given already')
        made.push(last)
        await giveLongAgo(bench, tenant, last, FIRST + 100)
        await bench.load.prepare(
          'learners beside cycles',
          learners.slice(0, 200).map((person) => asPerson(bench, person, { path: '/api/home' })),
        )
        const load = { name: 'learners beside cycles', clients: 2 }
        await bench.load.run({ ...load, seconds: 1 })
        const quiet = await bench.load.run({ ...load, seconds: 5 })
        const [busy] = await Promise.all([
          bench.load.run({ ...load, seconds: Math.max(2, Math.floor(median(begun) / 1000)) }),
          beginAll(bench, tenant, last),
        ])
        const p95 = (latencies: Float64Array) =>
          percentile(
            [...latencies].sort((a, b) => a - b),
            0.95,
          )
        const [before, meanwhile] = [p95(quiet.latencies), p95(busy.latencies)]
        return [
          {
            id: 'S7.cycles',
            goal: 'S7',
            what: `The cycles of a course of ${tenant.people} people begin, over the bare statements`,
            unit: '×',
            ...fromEstimate(estimate(begun.map((value, i) => value / (byHand[i] ?? Number.NaN)))),
            atMost: 1.5,
            beside: { product: `${rounded(median(begun) / 1000)} s`, floor: `${rounded(median(byHand) / 1000)} s` },
          },
          {
            id: 'S7.cycles.others',
            goal: 'S7',
            what: 'Others open their homepage meanwhile, p95 over the p95 without',
            unit: '×',
            value: meanwhile / before,
            atMost: 1.5,
            beside: { without: `${rounded(before)} ms`, with: `${rounded(meanwhile)} ms` },
          },
        ]
      } finally {
        await bare.end()
        await forgetCycles(bench, tenant, made)
      }
    },
  },
]

/** A course that everybody has had for more than a year. */
async function giveLongAgo(bench: Bench, tenant: BenchTenant, courseId: string, number: number): Promise<void> {
  const { admin } = bench.world
  const values = [tenant.id, courseId]
  await admin.query('begin')
  await admin.query(sql.assign, [...values, idOf('step', tenant.id, number)])
  // Nobody reads reports of this workload; adding its deltas would take half a minute.
  await admin.query('delete from progress_deltas where tenant_id = $1 and document_id = $2', values)
  await admin.query(
    `update assignments set assigned_at = now() - interval '400 days' where tenant_id = $1 and document_id = $2`,
    values,
  )
  await admin.query('commit')
  await admin.query('analyze assignments, assignment_sources')
}

/** As its publication with a reset does it: by the worker, until the last person. */
async function beginAll(bench: Bench, tenant: BenchTenant, courseId: string): Promise<void> {
  const { admin } = bench.world
  const reset = { kind: 'timeframe', amount: 1, unit: 'year', opensBefore: 0, closesAfter: null, warnings: [] }
  await admin.query('update documents set reset = $3 where tenant_id = $1 and id = $2', [
    tenant.id,
    courseId,
    JSON.stringify(reset),
  ])
  await admin.query(
    `insert into outbox (tenant_id, id, task, payload, run_at, created_at) values ($1, gen_random_uuid(), 'cycles.catchUp', $2, now(), now())`,
    [tenant.id, JSON.stringify({ documentId: courseId })],
  )
  for (;;) {
    const { rows } = await admin.query(
      `select exists (select from assignments where tenant_id = $1 and document_id = $2 and ended_at is null and cycle = 0) as left`,
      [tenant.id, courseId],
    )
    if (!(rows[0] as { left: boolean }).left) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  // Notifications follow a minute later, so that they do not run during other measurements.
  await admin.query(`delete from outbox where tenant_id = $1 and task = 'cycles.tell'`, [tenant.id])
}

/** Removes what the workload assigned, so that the next run finds the same sizes. */
async function forgetCycles(bench: Bench, tenant: BenchTenant, courseIds: readonly string[]): Promise<void> {
  const { admin } = bench.world
  await settled(bench, tenant)
  const values = [tenant.id, courseIds]
  await admin.query('update documents set reset = null where tenant_id = $1 and id = any ($2::uuid[])', values)
  for (const table of ['assignment_sources', 'earlier_sources', 'assignment_days'])
    await admin.query(
      `delete from ${table} t using assignments a where t.tenant_id = $1 and a.tenant_id = $1 and a.id = t.assignment_id and a.document_id = any ($2::uuid[])`,
      values,
    )
  await admin.query('delete from assignments where tenant_id = $1 and document_id = any ($2::uuid[])', values)
  await settled(bench, tenant)
  await admin.query('vacuum analyze assignments, assignment_sources, earlier_sources, assignment_days, progress_deltas')
}
