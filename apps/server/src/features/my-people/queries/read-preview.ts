import type { CourseContent } from '@learnt/contract/courses'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { LearningPackageContent } from '@learnt/contract/learning-packages'
import type { DocumentPreview } from '@learnt/contract/my-people'
import type { PathwayContent } from '@learnt/contract/pathways'
import type { ResourceContent } from '@learnt/contract/resources'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { readCourseVersion } from '../../courses/queries/read-published.ts'
import { type BaseContent, getContent } from '../../documents/queries.ts'
import { listFiles, presentFile } from '../../files/queries.ts'
import { readFormVersion } from '../../forms/queries/read-published.ts'
import { isAssignmentInScope, managerScope } from '../../reach/queries/scope.ts'
import { isGiveable } from './find-giveable.ts'

export interface PreviewableRow {
  readonly id: string
  readonly type: DocumentType
  readonly title: string
  readonly isBundle: boolean
  readonly versionId: string
}

/** What the caller may give, or some of their people have. Events have dates and seats, and nothing to look into. */
export async function findPreviewable(
  ctx: Ctx,
  tx: ReadTx,
  of: { documentType: DocumentType; documentId: string },
): Promise<PreviewableRow | null> {
  const { rows } = await sql<PreviewableRow>`
    select d.id, d.type, d.title, d.is_bundle, d.published_version_id as version_id from documents d
    where d.id = ${of.documentId} and d.type = ${of.documentType} and d.type <> 'event' and d.published_version_id is not null
      and (${isGiveable(ctx)} or exists (
        select from assignments a where a.document_id = d.id and a.is_active and ${isAssignmentInScope(managerScope(ctx.actor))}))`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** The published version as people get it. Nothing is recorded. */
export async function readPreview(ctx: Ctx, tx: ReadTx, document: PreviewableRow): Promise<DocumentPreview> {
  const { versionId, isBundle, ...shown } = document
  const empty = { course: null, resource: null, form: null, sections: [] }
  const { description } = await getContent<BaseContent & { description: string }>(tx, versionId)
  const preview = { ...shown, description, ...empty }
  switch (document.type) {
    case 'course': {
      if (!isBundle) return { ...preview, course: await readCourseVersion(ctx, tx, versionId) }
      const { courseIds } = await getContent<CourseContent>(tx, versionId)
      const items = courseIds.map((documentId) => ({ documentId, isRequired: true }))
      return { ...preview, sections: await titled(tx, [{ title: '', items }]) }
    }
    case 'resource': {
      const { type, url, fileId } = await getContent<ResourceContent>(tx, versionId)
      const [file] = await listFiles(tx, fileId ? [fileId] : [])
      return { ...preview, resource: { type, url, file: file ? presentFile(ctx, file) : null } }
    }
    case 'form':
      return { ...preview, form: await readFormVersion(ctx, tx, versionId) }
    case 'pathway': {
      const { sections } = await getContent<PathwayContent>(tx, versionId)
      const shownSections = sections.map(({ title, steps }) => ({ title, items: steps }))
      return { ...preview, sections: await titled(tx, shownSections) }
    }
    case 'learningPackage': {
      const { items } = await getContent<LearningPackageContent>(tx, versionId)
      return { ...preview, sections: await titled(tx, [{ title: '', items }]) }
    }
    default:
      return preview
  }
}

/** Sections with what their steps are called now; what is gone is left out. */
async function titled(
  tx: ReadTx,
  sections: readonly { title: string; items: readonly { documentId: string; isRequired: boolean }[] }[],
): Promise<DocumentPreview['sections']> {
  const ids = sections.flatMap(({ items }) => items.map((item) => item.documentId))
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('documents').select(['id', 'type', 'title']).where('id', 'in', ids).execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return sections.map(({ title, items }) => ({
    title,
    steps: items.flatMap(({ documentId, isRequired }) => {
      const document = found.get(documentId)
      return document
        ? [{ id: documentId, type: document.type as DocumentType, title: document.title, isRequired }]
        : []
    }),
  }))
}
