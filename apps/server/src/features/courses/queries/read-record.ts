import { type Activity, type CourseContent, usualLanding } from '@learnt/contract/courses'
import type { CourseRecord } from '@learnt/contract/records'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { listFiles, presentFile, signImages } from '../../files/queries.ts'
import { activitiesOf, fileReferences, packageReferences } from '../content.ts'

interface RecordedVersion {
  versionId: string
  number: number
  publishedAt: Date
  fromAt: Date
  untilAt: Date | null
  content: CourseContent
}

/**
 * What somebody saw of a course in one cycle. Published versions and their files are never removed, so this always
 * works. Null: no such assignment, or it was never on that version. The caller has checked the right to the assignment.
 */
export async function readRecord(
  ctx: Ctx,
  tx: ReadTx,
  of: { userCourseId: string; versionId?: string | undefined },
): Promise<CourseRecord | null> {
  const [found, versions, progress, attempts] = await Promise.all([
    findRecorded(tx, of.userCourseId),
    listVersionsOf(tx, of.userCourseId),
    tx.selectFrom('activityProgress').selectAll().where('assignmentId', '=', of.userCourseId).execute(),
    tx
      .selectFrom('attempts')
      .select(['activityId', 'number', 'packageId', 'startedAt', 'lastSavedAt'])
      .where('assignmentId', '=', of.userCourseId)
      .orderBy('number')
      .execute(),
  ])
  const wanted = of.versionId === undefined ? versions[0] : versions.find((one) => one.versionId === of.versionId)
  if (!found || (!wanted && of.versionId !== undefined)) return null
  const [files, packages] = await Promise.all([
    listFiles(tx, wanted ? fileReferences(wanted.content).map((one) => one.fileId) : []),
    listRecordedPackages(tx, [
      ...(wanted ? packageReferences(wanted.content).map((one) => one.packageId) : []),
      ...attempts.map((attempt) => attempt.packageId),
    ]),
  ])
  const name = fullName(found)
  return {
    userCourseId: of.userCourseId,
    courseId: found.courseId,
    title: found.title,
    name,
    cycle: found.cycle,
    state: found.state,
    versions: versions.map(({ versionId, number, publishedAt, fromAt, untilAt }) => ({
      versionId,
      number,
      publishedAt: publishedAt.toISOString(),
      from: fromAt.toISOString(),
      until: untilAt?.toISOString() ?? null,
    })),
    steps: stepsOf(versions, progress, attempts),
    packages,
    shown: wanted
      ? {
          versionId: wanted.versionId,
          number: wanted.number,
          content: withImages(ctx, wanted.content),
          files: files.map((file) => presentFile(ctx, file)),
        }
      : null,
  }
}

/** The package of a step in a version that the assignment was on; null: there is none. */
export async function findRecordedPackage(
  tx: ReadTx,
  of: { userCourseId: string; versionId: string; activityId: string },
): Promise<string | null> {
  const versions = await listVersionsOf(tx, of.userCourseId)
  const content = versions.find((one) => one.versionId === of.versionId)?.content
  const step = content && activitiesOf(content).find((one) => one.id === of.activityId)
  return step?.kind === 'scorm' ? step.packageId : null
}

/** Whose an assignment of a course is, whatever became of it. */
export async function findRecordOwner(tx: ReadTx, userCourseId: string): Promise<{ userId: string } | null> {
  const row = await tx
    .selectFrom('assignments')
    .select('userId')
    .where('id', '=', userCourseId)
    .where('documentType', '=', 'course')
    .executeTakeFirst()
  return row ?? null
}

async function findRecorded(tx: ReadTx, userCourseId: string) {
  return tx
    .selectFrom('assignments as a')
    .innerJoin('documents as c', 'c.id', 'a.documentId')
    .leftJoin('memberships as m', (join) => join.onRef('m.userId', '=', 'a.userId').on('m.isPrimary', '=', true))
    .select(['c.id as courseId', 'c.title', 'a.cycle', 'a.state'])
    .select((eb) => [
      eb.fn.coalesce('m.shownFirstName', sql<string>`''`).as('firstName'),
      eb.fn.coalesce('m.lastName', sql<string>`''`).as('lastName'),
    ])
    .where('a.id', '=', userCourseId)
    .executeTakeFirst()
}

/** Newest first; none for a learner who has not begun. */
async function listVersionsOf(tx: ReadTx, userCourseId: string): Promise<RecordedVersion[]> {
  const { rows } = await sql<RecordedVersion>`
    select v.id as version_id, v.number, v.published_at, seen.from_at, seen.until_at, v.content
    from (
      select version_id, from_at, until_at from seen_versions where assignment_id = ${userCourseId}
      union all
      select a.version_id, coalesce((select max(s.until_at) from seen_versions s where s.assignment_id = a.id), a.started_at), a.ended_at
      from assignments a where a.id = ${userCourseId} and a.version_id is not null and a.started_at is not null
    ) seen join document_versions v on v.id = seen.version_id and v.number is not null
    order by seen.from_at desc, v.number desc`.execute(tx)
  return rows
}

async function listRecordedPackages(tx: ReadTx, packageIds: readonly string[]): Promise<CourseRecord['packages']> {
  if (packageIds.length === 0) return []
  const rows = await tx
    .selectFrom('packages as p')
    .innerJoin('files as f', 'f.id', 'p.fileId')
    .select(['p.id', 'p.title', 'p.kind', 'p.edition', 'p.identifier', 'p.version', 'p.scoCount', 'p.sha256'])
    .select(['f.name as fileName', 'p.createdAt'])
    .where('p.id', 'in', [...new Set(packageIds)])
    .orderBy('p.createdAt')
    .execute()
  return rows.map(({ createdAt, ...row }) => ({ ...row, importedAt: createdAt.toISOString() }))
}

/** Every step of the versions, as the newest one that has it calls it: in its order, then those that went. */
function stepsOf(
  versions: readonly RecordedVersion[],
  progress: readonly Row<'activityProgress'>[],
  attempts: readonly Pick<Row<'attempts'>, 'activityId' | 'number' | 'packageId' | 'startedAt' | 'lastSavedAt'>[],
): CourseRecord['steps'] {
  const steps = new Map<string, { step: Activity; versions: number[] }>()
  for (const { number, content } of versions)
    for (const step of activitiesOf(content)) {
      const known = steps.get(step.id)
      if (known) known.versions.push(number)
      else steps.set(step.id, { step, versions: [number] })
    }
  return [...steps.values()].map(({ step, versions: numbers }) => {
    const done = progress.find((row) => row.activityId === step.id)
    return {
      id: step.id,
      title: step.title,
      kind: step.kind,
      versions: numbers,
      state: done?.state ?? 'notstarted',
      progress: done?.progress ?? 0,
      scorePercent: done?.score ?? null,
      startedAt: done?.startedAt.toISOString() ?? null,
      completedAt: done?.completedAt?.toISOString() ?? null,
      attempts: attempts
        .filter((attempt) => attempt.activityId === step.id)
        .map(({ number, packageId, startedAt, lastSavedAt }) => ({
          number,
          packageId,
          startedAt: startedAt.toISOString(),
          lastSavedAt: lastSavedAt?.toISOString() ?? null,
        })),
    }
  })
}

/** Images of its pages get addresses that the caller may open. */
export function withImages(ctx: Ctx, content: CourseContent): CourseContent {
  // Versions of before have none.
  const { landing = usualLanding } = content
  return {
    ...content,
    landing: { ...landing, html: signImages(ctx, landing.html) },
    sections: content.sections.map((section) => ({
      ...section,
      activities: section.activities.map((activity) =>
        activity.kind === 'page' ? { ...activity, html: signImages(ctx, activity.html) } : activity,
      ),
    })),
  }
}
