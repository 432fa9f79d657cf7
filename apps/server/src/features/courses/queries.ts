import type { UnderWayPreview } from '@learnt/contract/courses'
import type { PackageProblem } from '@learnt/contract/packages'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../platform/db/database.ts'
import { isStillGiven } from '../assignments/queries.ts'

export interface PackageSummary {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly scoCount: number
  readonly warnings: number
  readonly problems: PackageProblem[]
  readonly size: number
}

/** People under way: assignments `a` that are in progress or failed. */
const isUnderWay = sql<boolean>`a.state in ('inprogress', 'failed')`

/** How many people a new version affects, and how many have begun each step. `stepIds`: the new version's. */
export async function countUnderWay(
  tx: ReadTx,
  of: { courseId: string; publishedVersionId: string; stepIds: readonly string[] },
) {
  const isMet = sql<boolean>`a.document_type = 'course' and a.document_id = ${of.courseId} and a.ended_at is null and ${isStillGiven}`
  const count = (which: RawBuilder<unknown>) => sql`count(*) filter (where ${which})::int`
  const [people, steps, move] = await Promise.all([
    sql<UnderWayPreview['people'] & { onOlder: number; finishing: number }>`
      select ${count(sql`state = 'notstarted'`)} as notstarted, ${count(sql`state = 'inprogress'`)} as inprogress,
        ${count(sql`state = 'failed'`)} as failed, ${count(sql`state in ('completed', 'passed')`)} as completed,
        ${count(sql`${isUnderWay} and version_id <> ${of.publishedVersionId}`)} as on_older,
        ${count(sql`${isUnderWay} and done = ${of.stepIds.length} and done > 0`)} as finishing
      from assignments a
      left join lateral (
        select count(*) as done from activity_progress p
        where ${isUnderWay} and p.assignment_id = a.id and p.activity_id = any(${of.stepIds}::uuid[]) and p.state in ('completed', 'passed')
      ) steps on true
      where ${isMet}`.execute(tx),
    sql<{ activityId: string; people: number }>`
      select p.activity_id, count(*)::int as people from assignments a join activity_progress p on p.assignment_id = a.id
      where ${isMet} and ${isUnderWay} and p.state <> 'notstarted' group by 1`.execute(tx),
    sql<NonNullable<UnderWayPreview['moving']>>`
      select v.number, m.carried + m.restarted as done, m.people from version_moves m join document_versions v on v.id = m.version_id
      where m.version_id = ${of.publishedVersionId} and m.finished_at is null`.execute(tx),
  ])
  const [counts] = people.rows
  if (!counts) throw new Error('A count without a row')
  return {
    ...counts,
    begun: new Map(steps.rows.map((row) => [row.activityId, row.people])),
    moving: move.rows[0] ?? null,
  }
}

/** Titles of steps as the newest published version that has each calls them. */
export async function listStepTitles(
  tx: ReadTx,
  courseId: string,
  stepIds: readonly string[],
): Promise<{ id: string; title: string }[]> {
  if (stepIds.length === 0) return []
  const { rows } = await sql<{ id: string; title: string }>`
    select distinct on (1) a.step->>'id' as id, a.step->>'title' as title
    from document_versions v, jsonb_array_elements(v.content->'sections') s(section), jsonb_array_elements(s.section->'activities') a(step)
    where v.document_id = ${courseId} and v.number is not null and a.step->>'id' = any(${stepIds}::text[])
    order by 1, v.number desc`.execute(tx)
  return rows
}

export async function listPackages(tx: ReadTx, packageIds: readonly string[]): Promise<PackageSummary[]> {
  if (packageIds.length === 0) return []
  const rows = await tx
    .selectFrom('packages')
    .select(['id', 'title', 'kind', 'scoCount', 'size', 'problems'])
    .where('id', 'in', [...new Set(packageIds)])
    .execute()
  return rows.map((row) => {
    const problems = row.problems as PackageProblem[]
    return { ...row, size: Number(row.size), problems, warnings: problems.length }
  })
}

/** The part of a form that decides whether it can be a step: published, or its draft before that. */
export async function listFormsOfSteps(
  tx: ReadTx,
  formIds: readonly string[],
): Promise<{ id: string; isAnonymous: boolean; filledBy: string }[]> {
  const { rows } = await sql<{ id: string; isAnonymous: boolean; filledBy: string }>`
    select d.id, (v.content->'settings'->>'anonymous')::boolean as is_anonymous, v.content->'settings'->>'filledBy' as filled_by
    from documents d join document_versions v on v.id = coalesce(d.published_version_id, d.draft_version_id)
    where d.id = any(${formIds}::uuid[]) and d.type = 'form'`.execute(tx)
  return rows
}
