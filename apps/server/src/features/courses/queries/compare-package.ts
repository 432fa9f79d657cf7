import type { CourseContent, PackageComparison } from '@learnt/contract/courses'
import type { PackageOrganization } from '@learnt/contract/packages'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isStillGiven } from '../../assignments/queries.ts'
import { type DocumentRecord, getContent } from '../../documents/queries.ts'
import { comparePackages, type PeopleInParts } from '../compare-packages.ts'
import { activitiesOf } from '../content.ts'

/**
 * A package beside the one that learners have in a step: the published one. Null: no such package. Before the first
 * publication, and for a new step, nobody has one.
 */
export async function comparePackage(
  tx: ReadTx,
  course: Pick<DocumentRecord, 'id' | 'publishedVersionId'>,
  of: { activityId: string; packageId: string },
): Promise<PackageComparison | null> {
  const published = course.publishedVersionId ? await getContent<CourseContent>(tx, course.publishedVersionId) : null
  const step = published && activitiesOf(published).find((one) => one.id === of.activityId)
  const presentId = step?.kind === 'scorm' ? step.packageId : null
  const rows = await tx
    .selectFrom('packages')
    .select(['id', 'title', 'kind', 'edition', 'version', 'scoCount', 'sha256', 'organizations'])
    .where('id', 'in', [of.packageId, ...(presentId ? [presentId] : [])])
    .execute()
  const [before, after] = [rows.find((row) => row.id === presentId), rows.find((row) => row.id === of.packageId)]
  if (!after) return null
  const isSame = before === undefined || before.sha256 === after.sha256
  const people = isSame ? noPeople : await countInParts(tx, { courseId: course.id, activityId: of.activityId })
  const [old, now] = [organizationOf(before), organizationOf(after)]
  return {
    before: before ? presentPackage(before) : null,
    after: presentPackage(after),
    isSame,
    people: people.all,
    findings:
      isSame || !before || !old || !now
        ? []
        : comparePackages({ ...before, organization: old }, { ...after, organization: now }, people),
  }
}

const noPeople: PeopleInParts = { here: new Map(), begun: new Map(), all: 0 }

/** People under way who have opened the step and are not done with it, by the part of their last attempt. */
async function countInParts(tx: ReadTx, of: { courseId: string; activityId: string }): Promise<PeopleInParts> {
  const { rows } = await sql<{ what: 'here' | 'begun'; sco: string | null; people: number }>`
    with going as materialized (
      select t.id, t.current_sco from assignments a
      cross join lateral (
        select one.id, one.current_sco from attempts one
        where one.assignment_id = a.id and one.activity_id = ${of.activityId} order by one.number desc limit 1
      ) t
      where a.document_type = 'course' and a.document_id = ${of.courseId} and a.ended_at is null and ${isStillGiven} and a.state in ('inprogress', 'failed')
        and not exists (select from activity_progress p where p.assignment_id = a.id and p.activity_id = ${of.activityId} and p.state in ('completed', 'passed'))
    )
    select 'here' as what, current_sco as sco, count(*)::int as people from going group by 2
    union all
    select 'begun', s.sco_id, count(*)::int from going join attempt_scos s on s.attempt_id = going.id group by 2`.execute(
    tx,
  )
  const by = (what: 'here' | 'begun') =>
    new Map(rows.flatMap((row) => (row.what === what && row.sco !== null ? [[row.sco, row.people] as const] : [])))
  const all = rows.reduce((sum, row) => sum + (row.what === 'here' ? row.people : 0), 0)
  return { here: by('here'), begun: by('begun'), all }
}

function organizationOf(row: { organizations: unknown } | undefined): PackageOrganization | undefined {
  return (row?.organizations as PackageOrganization[] | undefined)?.[0]
}

function presentPackage({ id, title, kind, edition, version, scoCount }: PackageComparison['after']) {
  return { id, title, kind, edition, version, scoCount }
}
