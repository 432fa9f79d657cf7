import {
  ask,
  asPerson,
  type Bench,
  besideOf,
  compare,
  connectAsSuperuser,
  fromEstimate,
  tenantOf,
  timed,
  toFloor,
  type Workload,
} from '../bench.ts'
import { estimate, median, rounded } from '../measure.ts'
import * as sql from '../statements.ts'
import { type BenchTenant, idOf } from '../world.ts'
import { forget, settled } from './administration.ts'

const STEPS_TO_OPEN = 50
const STEPS_TO_ASSIGN = 10
/** Ids of pathways and their versions, different from those of the world. */
const FIRST = 6_000_000

export const pathwayWorkloads: Workload[] = [
  {
    name: 'pathways',
    about: 'a pathway of 50 steps opened, and one of 10 courses given to everybody beside INSERT .. SELECT',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const [admin] = await bench.world.admins(tenant)
      const learners = await bench.world.learners(tenant)
      if (!admin || learners.length === 0) throw new Error('No people')
      const made: string[] = []
      const courses = await listCourses(bench, tenant)
      const bare = await connectAsSuperuser(bench)
      await bare.query('set enable_nestloop = off')
      try {
        const opened = await makePathway(bench, tenant, FIRST, courses.slice(0, STEPS_TO_OPEN))
        made.push(opened)
        await ask(bench, admin, `/api/documents/pathway/${opened}/assign`, {
          method: 'POST',
          body: { selection: { by: 'ids', ids: learners.map(({ userId }) => `${userId}:${tenant.id}`) } },
        })
        const found = await compare(bench, {
          name: 'pathway',
          product: learners.map((one) => asPerson(bench, one, { path: `/api/my/pathways/${opened}` })),
          floor: learners.map((one) => toFloor(bench, one, { path: `/pathway?id=${opened}` })),
        })
        const [written, byHand]: [number[], number[]] = [[], []]
        for (let round = 0; round < Math.min(bench.options.rounds, 3); round++) {
          // Courses without assignments: the last ones of the tenant.
          const steps = courses.slice(-STEPS_TO_ASSIGN)
          const [ours, theirs] = [
            await makePathway(bench, tenant, FIRST + 10 + 2 * round, steps),
            await makePathway(bench, tenant, FIRST + 11 + 2 * round, steps),
          ]
          const began = performance.now()
          const { text } = await ask(bench, admin, '/api/permissions', {
            method: 'POST',
            body: {
              documentType: 'pathway',
              documentId: ours,
              title: `Bench pathway ${round}`,
              rule: { rule: {}, groups: [], everyone: true },
            },
          })
          const { id } = JSON.parse(text) as { id: string }
          for (;;) {
            const asked = await ask(bench, admin, `/api/permissions/${id}`)
            if (!(JSON.parse(asked.text) as { applying: boolean }).applying) break
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
          written.push(performance.now() - began)
          await forget(bench, tenant, [ours, ...steps])
          byHand.push(
            await timed(() =>
              bare.query(sql.assignPathway, [tenant.id, theirs, steps, idOf('step', tenant.id, FIRST + round)]),
            ),
          )
          await settled(bench, tenant)
          await forget(bench, tenant, [theirs, ...steps])
        }
        return [
          {
            id: 'S7.pathway.open',
            goal: 'S7',
            what: `A learner opens a pathway of ${STEPS_TO_OPEN} steps, requests a second over bare SQL`,
            unit: '×',
            ...fromEstimate(found.rate),
            atLeast: 0.5,
            beside: besideOf(found),
          },
          {
            id: 'S7.pathway.written',
            goal: 'S7',
            what: `A pathway with ${STEPS_TO_ASSIGN} courses for ${tenant.people} people, from the click to the last row, over INSERT .. SELECT`,
            unit: '×',
            ...fromEstimate(estimate(written.map((value, i) => value / (byHand[i] ?? Number.NaN)))),
            atMost: 1.5,
            beside: { product: `${rounded(median(written) / 1000)} s`, floor: `${rounded(median(byHand) / 1000)} s` },
          },
        ]
      } finally {
        await bare.end()
        await forget(bench, tenant, made)
      }
    },
  },
]

async function listCourses(bench: Bench, tenant: BenchTenant): Promise<string[]> {
  const { rows } = await bench.world.admin.query(
    `select c.id from documents c where c.tenant_id = $1 and c.type = 'course' and not c.is_bundle
     order by exists (select from assignments a where a.tenant_id = $1 and a.document_id = c.id) desc, c.id`,
    [tenant.id],
  )
  return (rows as { id: string }[]).map((row) => row.id)
}

/** A published pathway of these courses, in order. */
async function makePathway(
  bench: Bench,
  tenant: BenchTenant,
  number: number,
  courses: readonly string[],
): Promise<string> {
  const { admin } = bench.world
  const [id, versionId] = [idOf('course', tenant.id, number), idOf('version', tenant.id, number)]
  const section = { id: idOf('step', tenant.id, number), title: 'All', rule: { rule: 'all' }, steps: [] }
  await admin.query(
    `insert into documents (tenant_id, id, type, subtype, title, search_text, status, status_rank, published_version_id, activity_count, revision, created_at, updated_at)
     values ($1, $2, 'pathway', 'sequenced', 'Bench pathway', 'bench pathway', 'published', 1, $3, $4, 1, now(), now())`,
    [tenant.id, id, versionId, courses.length],
  )
  await admin.query(
    `insert into document_versions (tenant_id, id, document_id, number, content, created_at, published_at) values ($1, $2, $3, 1, $4, now(), now())`,
    [tenant.id, versionId, id, JSON.stringify({ sections: [section] })],
  )
  await admin.query(`insert into document_sections (tenant_id, version_id, section) values ($1, $2, 0)`, [
    tenant.id,
    versionId,
  ])
  await admin.query(
    `insert into document_steps (tenant_id, version_id, document_id, step_id, place, step_type, step_document_id)
     select $1, $2, $3, gen_random_uuid(), place, 'course', id from unnest($4::uuid[]) with ordinality c(id, place)`,
    [tenant.id, versionId, id, courses],
  )
  return id
}
