import type { Course, CourseContent, CourseRow } from '@learnt/contract/courses'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { presentDocument, presentDocumentRow } from '../documents/present.ts'
import type { DocumentRecord, ListedDocument } from '../documents/queries.ts'
import { type FileRow, listFiles, presentFile } from '../files/queries.ts'
import { fileReferences, packageReferences } from './content.ts'
import { courseKind } from './kind.ts'
import { listPackages } from './queries.ts'

export function presentCourseRow(ctx: Ctx, row: ListedDocument): CourseRow {
  return { ...presentDocumentRow(ctx, row), isBundle: row.isBundle }
}

/** A course with the content that the editor works on, and everything that the content names. */
export async function presentCourse(ctx: Ctx, tx: ReadTx, course: DocumentRecord): Promise<Course> {
  const { documents, ...shown } = await presentDocument(ctx, tx, courseKind, course)
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
