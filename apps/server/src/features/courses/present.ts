import type { Course, CourseContent, CourseRow, UnderWayPreview } from '@learnt/contract/courses'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { presentDocument, presentDocumentRow } from '../documents/present.ts'
import { type DocumentRecord, getContent, getWorkingContent, type ListedDocument } from '../documents/queries.ts'
import { type FileRow, listFiles, presentFile } from '../files/queries.ts'
import { compareSteps } from './compare-content.ts'
import { activitiesOf, fileReferences, packageReferences } from './content.ts'
import { courseKind } from './kind.ts'
import { countUnderWay, listPackages, listStepTitles } from './queries.ts'

export function presentCourseRow(ctx: Ctx, row: ListedDocument): CourseRow {
  return { ...presentDocumentRow(ctx, row), isBundle: row.isBundle }
}

/** A course with the content that the editor works on, or that of an earlier version, and everything that the content names. */
export async function presentCourse(
  ctx: Ctx,
  tx: ReadTx,
  course: DocumentRecord,
  earlier?: CourseContent,
): Promise<Course> {
  const { documents, ...shown } = await presentDocument(ctx, tx, courseKind, course, earlier)
  const packages = await listPackages(
    tx,
    packageReferences(shown.content).map((one) => one.packageId),
  )
  const childOf = new Map(documents.map((child) => [child.id, child]))
  return {
    ...shown,
    isBundle: course.isBundle,
    packages,
    documents,
    children: shown.content.courseIds.flatMap((id) => {
      const child = childOf.get(id)
      return child ? [{ id, title: child.title, status: child.status, imageSmall: child.imageSmall }] : []
    }),
  }
}

/** The draft as a learner would see it. */
export async function presentPreview(
  ctx: Ctx,
  tx: ReadTx,
  content: CourseContent,
): Promise<{ content: CourseContent; files: ReturnType<typeof presentFile>[] }> {
  const files: FileRow[] = await listFiles(
    tx,
    fileReferences(content).map((one) => one.fileId),
  )
  return { content: courseKind.present?.(ctx, content) ?? content, files: files.map((file) => presentFile(ctx, file)) }
}

const nobody: UnderWayPreview = {
  people: { notstarted: 0, inprogress: 0, failed: 0, completed: 0 },
  onOlder: 0,
  finishing: 0,
  steps: [],
  moving: null,
}

/** People affected by publishing the draft, and what becomes of their progress. Nobody before the first publication. */
export async function readUnderWay(tx: ReadTx, course: DocumentRecord): Promise<UnderWayPreview> {
  const { publishedVersionId } = course
  if (publishedVersionId === null || course.isBundle) return nobody
  const [draft, published] = await Promise.all([
    getWorkingContent<CourseContent>(tx, course),
    getContent<CourseContent>(tx, publishedVersionId),
  ])
  const stepIds = activitiesOf(draft).map((step) => step.id)
  const { begun, moving, onOlder, finishing, ...people } = await countUnderWay(tx, {
    courseId: course.id,
    publishedVersionId,
    stepIds,
  })
  const steps = compareSteps(published, draft)
  const known = new Set(steps.map((step) => step.id))
  const older = await listStepTitles(
    tx,
    course.id,
    [...begun.keys()].filter((id) => !known.has(id)),
  )
  return {
    people,
    onOlder,
    finishing,
    moving,
    steps: [...steps, ...older.map((step) => ({ ...step, effect: 'removed' as const, fields: [] }))].map((step) => ({
      ...step,
      people: begun.get(step.id) ?? 0,
    })),
  }
}
