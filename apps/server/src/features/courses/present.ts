import type { Course, CourseContent, CourseRow } from '@learnt/contract/courses'
import { canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type FileRow, imageUrl, listFiles, presentFile, signImages } from '../files/queries.ts'
import { fileReferences, packageReferences } from './content.ts'
import { coursePolicy } from './policy.ts'
import { type CourseRecord, type ListedCourse, listChildren, listPackages, readSurroundings } from './queries.ts'

export function presentCourseRow(ctx: Ctx, row: ListedCourse): CourseRow {
  return {
    id: row.id,
    title: row.title,
    imageSmall: imageUrl(ctx, row.imageFileId),
    status: row.status,
    isBundle: row.isBundle,
    category: row.category,
    tags: row.tags,
    availability: { required: row.requiredCount, optional: row.optionalCount },
    activityCount: row.activityCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can: canOf(ctx.actor, coursePolicy, row),
  }
}

/** A course with the content that the editor works on, and everything that the content names: two round trips. */
export async function presentCourse(ctx: Ctx, tx: ReadTx, course: CourseRecord): Promise<Course> {
  const { content, createdBy, publishedNumber } = await readSurroundings(tx, course)
  const [files, packages, children] = await Promise.all([
    listFiles(
      tx,
      fileReferences(content).map((one) => one.fileId),
    ),
    listPackages(
      tx,
      packageReferences(content).map((one) => one.packageId),
    ),
    listChildren(tx, content.courseIds),
  ])
  const childOf = new Map(children.map((child) => [child.id, child]))
  return {
    ...presentCourseRow(ctx, course),
    description: course.description,
    createdBy,
    publishedAt: course.publishedAt?.toISOString() ?? null,
    publishedNumber,
    content: presentContent(ctx, content),
    revision: course.revision,
    files: files.map((file) => presentFile(ctx, file)),
    packages,
    children: content.courseIds.flatMap((id) => {
      const child = childOf.get(id)
      return child
        ? [{ id, title: child.title, status: child.status, imageSmall: imageUrl(ctx, child.imageFileId) }]
        : []
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
  return { content: presentContent(ctx, content), files: files.map((file) => presentFile(ctx, file)) }
}

/** Images of its pages get addresses that the caller may open. */
function presentContent(ctx: Ctx, content: CourseContent): CourseContent {
  return {
    ...content,
    sections: content.sections.map((section) => ({
      ...section,
      activities: section.activities.map((activity) =>
        activity.kind === 'page' ? { ...activity, html: signImages(ctx, activity.html) } : activity,
      ),
    })),
  }
}
