import { ask, type Bench, connectAsSuperuser, fromEstimate, tenantOf, timed, type Workload } from '../bench.ts'
import { estimate, median, rounded } from '../measure.ts'
import * as sql from '../statements.ts'
import { type BenchTenant, idOf } from '../world.ts'
import { settled } from './administration.ts'

const PEOPLE = 10_000
/** Ids of courses and their versions, different from those of the world. */
const FIRST = 7_000_000

export const underWayWorkloads: Workload[] = [
  {
    name: 'under-way',
    about: `${PEOPLE} people under way carried over to a new version of a course, beside the bare statements`,
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const [admin] = await bench.world.admins(tenant)
      if (!admin) throw new Error('No people')
      const bare = await connectAsSuperuser(bench)
      const made: Course[] = []
      const [carried, byHand]: [number[], number[]] = [[], []]
      try {
        for (let round = 0; round < Math.min(bench.options.rounds, 3); round++) {
          const [ours, theirs] = [
            await makeCourse(bench, tenant, FIRST + 10 * round),
            await makeCourse(bench, tenant, FIRST + 10 * round + 5),
          ]
          made.push(ours, theirs)
          await bench.world.admin.query('analyze assignments, activity_progress, assignment_sources')
          await settled(bench, tenant)
          const began = performance.now()
          await ask(bench, admin, `/api/courses/${ours.id}/publish`, {
            method: 'POST',
            body: { revision: 1, underWay: 'carry' },
          })
          for (;;) {
            const { rows } = await bench.world.admin.query(
              'select finished_at is not null as done from version_moves where tenant_id = $1 and document_id = $2',
              [tenant.id, ours.id],
            )
            if ((rows[0] as { done: boolean } | undefined)?.done) break
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
          carried.push(performance.now() - began)
          await settled(bench, tenant)
          byHand.push(
            await timed(() =>
              bare.query(sql.carryOver, [tenant.id, theirs.id, theirs.versionId, theirs.draftId, theirs.next]),
            ),
          )
          await settled(bench, tenant)
        }
        return [
          {
            id: 'S7.carried',
            goal: 'S7',
            what: `${PEOPLE} people under way carried over to a new version, from the click to the last row, over the bare statements`,
            unit: '×',
            ...fromEstimate(estimate(carried.map((value, i) => value / (byHand[i] ?? Number.NaN)))),
            atMost: 1.5,
            beside: { product: `${rounded(median(carried) / 1000)} s`, floor: `${rounded(median(byHand) / 1000)} s` },
          },
        ]
      } finally {
        await bare.end()
        for (const course of made) await remove(bench, tenant, course)
      }
    },
  },
]

interface Course {
  id: string
  versionId: string
  draftId: string
  /** Steps of the draft. */
  next: string[]
}

/** A published course with this many people under way, and a draft with one step removed and one added. */
async function makeCourse(bench: Bench, tenant: BenchTenant, number: number): Promise<Course> {
  const { admin } = bench.world
  const [id, versionId, draftId] = [
    idOf('course', tenant.id, number),
    idOf('version', tenant.id, number),
    idOf('version', tenant.id, number + 1),
  ]
  const steps = [0, 1, 2, 3].map((step) => idOf('step', tenant.id, number * 10 + step))
  const content = (ids: readonly (string | undefined)[]) =>
    JSON.stringify({
      title: 'Bench course',
      description: '',
      category: '',
      tags: [],
      imageFileId: null,
      sequential: false,
      courseIds: [],
      sections: [
        {
          id: idOf('step', tenant.id, number * 10 + 9),
          title: 'All',
          activities: ids.map((step) => ({
            id: step,
            kind: 'page',
            title: 'Page',
            description: '',
            minutes: 5,
            completion: { rule: 'view' },
            html: '<p>Read this.</p>',
          })),
        },
      ],
    })
  await admin.query(
    `insert into documents (tenant_id, id, type, title, search_text, status, status_rank, published_version_id, draft_version_id, activity_count, revision, created_at, updated_at)
     values ($1, $2, 'course', 'Bench course', 'bench course', 'publishedwithdraft', 2, $3, $4, 3, 1, now(), now())`,
    [tenant.id, id, versionId, draftId],
  )
  await admin.query(
    `insert into document_versions (tenant_id, id, document_id, number, content, created_at, published_at)
     values ($1, $2, $3, 1, $4, now(), now()), ($1, $5, $3, null, $6, now(), null)`,
    [tenant.id, versionId, id, content(steps.slice(0, 3)), draftId, content([steps[0], steps[1], steps[3]])],
  )
  await admin.query(
    `with people as (
       select user_id from memberships where tenant_id = $1 and is_primary order by user_id limit $4
     ), given as (
       insert into assignments (tenant_id, id, user_id, document_type, document_id, state, progress, seconds, activities_done, version_id, assigned_at, started_at, last_activity_at, changed_day)
       select $1, gen_random_uuid(), user_id, 'course', $2, 'inprogress', 33.33, 60, 1, $3, now() - interval '9 days', now() - interval '8 days', now() - interval '2 days', current_date - 2
       from people returning *
     ), sources as (
       insert into assignment_sources (tenant_id, assignment_id, kind, source_id, user_id, is_optional, granted_at)
       select tenant_id, id, 'manual', id, user_id, false, assigned_at from given
     ), steps as (
       insert into activity_progress (tenant_id, assignment_id, activity_id, state, progress, seconds, started_at, completed_at, updated_at)
       select tenant_id, id, step, case when place = 1 then 'completed' else 'inprogress' end, case when place = 1 then 100 else 0 end, 30, started_at,
         case when place = 1 then started_at end, started_at
       from given cross join unnest($5::uuid[]) with ordinality s(step, place)
     )
     insert into progress_deltas (tenant_id, id, document_type, document_id, user_id, sign, state, is_optional, progress, seconds, last_activity_at, at)
     select tenant_id, gen_random_uuid(), document_type, document_id, user_id, 1, state, is_optional, progress, seconds, last_activity_at, now() from given`,
    [tenant.id, id, versionId, PEOPLE, steps.slice(0, 2)],
  )
  return { id, versionId, draftId, next: [steps[0], steps[1], steps[3]].map(String) }
}

/** Removes what the workload made, so that the next run finds the same sizes. */
async function remove(bench: Bench, tenant: BenchTenant, { id }: Course): Promise<void> {
  const { admin } = bench.world
  await settled(bench, tenant)
  const of = [tenant.id, id]
  const assigned = '(select id from assignments where tenant_id = $1 and document_id = $2)'
  for (const table of ['seen_versions', 'activity_progress', 'assignment_sources', 'assignment_days'])
    await admin.query(`delete from ${table} where tenant_id = $1 and assignment_id in ${assigned}`, of)
  await admin.query(
    `insert into progress_deltas (tenant_id, id, document_type, document_id, user_id, sign, state, is_optional, due_day, progress, score, seconds, last_activity_at, at)
     select tenant_id, gen_random_uuid(), document_type, document_id, user_id, -1, state, is_optional, due_day, progress, score, seconds, last_activity_at, now()
     from assignments where tenant_id = $1 and document_id = $2`,
    of,
  )
  await admin.query('delete from assignments where tenant_id = $1 and document_id = $2', of)
  await settled(bench, tenant)
  await admin.query('delete from version_moves where tenant_id = $1 and document_id = $2', of)
}
