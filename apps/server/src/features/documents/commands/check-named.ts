import type { Reset } from '@learnt/contract/cycles'
import { contentPurposes } from '@learnt/contract/files'
import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { findNameable, idsIn } from '../../files/queries.ts'
import type { BaseContent, ContentProblem, Details, Named } from '../kind.ts'

/** Files that a content names, each with its place and the media types that may stand there. */
export interface NamedFile {
  readonly path: string
  readonly fileId: string
  readonly title: string
  readonly fits: (contentType: string) => boolean
}

const isImage = (type: string) => type.startsWith('image/')

/** The picture of a document, as a file that it names. */
export function namedImage(content: BaseContent): NamedFile[] {
  return content.imageFileId
    ? [{ path: 'imageFileId', fileId: content.imageFileId, title: content.title, fits: isImage }]
    : []
}

/**
 * Files that the caller may not name in a document, or that are of another type than their place takes. What stands in any
 * document or question that the caller may change may be copied from there. `stored`: of a question, how it stands now.
 */
export async function findUnknownFiles(
  ctx: Ctx,
  tx: WriteTx,
  document: { readonly id: string; readonly stored?: unknown },
  files: readonly NamedFile[],
): Promise<ContentProblem[]> {
  const inQuestion = idsIn(document.stored)
  const standing = async (ids: readonly string[]) => {
    const own = document.id === '' ? inQuestion(ids) : await listStanding(tx, ids, { documentId: document.id })
    const others = ids.filter((id) => !own.includes(id))
    return others.length === 0 ? own : [...own, ...(await listStanding(tx, others, { author: ctx.actor }))]
  }
  const nameable = await findNameable(
    ctx,
    tx,
    files.map((one) => one.fileId),
    { purposes: contentPurposes, standing },
  )
  const found = new Map(nameable.map((file) => [file.id, file]))
  return files.flatMap(({ path, fileId, title, fits }): ContentProblem[] => {
    const file = found.get(fileId)
    if (!file) return [{ path, code: 'fileUnknown', title }]
    return fits(file.contentType) ? [] : [{ path, code: 'fileKind', title }]
  })
}

/** Which of the files stand in a version of a document, or in one of the documents and questions that an author may change. */
async function listStanding(
  tx: WriteTx,
  fileIds: readonly string[],
  of: { documentId: string } | { author: Actor },
): Promise<string[]> {
  const isIn = sql`strpos(v.content::text, one.id::text) > 0`
  const found =
    'documentId' in of
      ? sql`exists (select from document_versions v where v.document_id = ${of.documentId} and ${isIn})`
      : isAdmin(of.author)
        ? sql`exists (select from document_versions v where ${isIn}) or exists (select from question_versions v where ${isIn})`
        : sql`exists (select from document_versions v join documents d on d.id = v.document_id where d.created_by = ${of.author.userId} and ${isIn})
            or exists (select from question_versions v join questions q on q.id = v.question_id where q.for_managers and ${isIn})`
  const { rows } = await sql<{ id: string }>`
    select one.id from files f join unnest(${fileIds}::uuid[]) one(id) on one.id = f.id
    where f.purpose = any(${contentPurposes}::text[]) and (${found})`.execute(tx)
  return rows.map((row) => row.id)
}

/** Documents that a content names as steps: known, able to be one, and not the document itself. */
export function findWrongSteps(
  documentId: string,
  steps: readonly { path: string; documentId: string; documentType: string }[],
  named: Named,
  canBeStep: (type: string) => boolean,
): ContentProblem[] {
  const seen = new Set<string>()
  return steps.flatMap((step): ContentProblem[] => {
    const path = `${step.path}.documentId`
    const document = named.get(step.documentId)
    if (step.documentId === documentId) return [{ path, code: 'stepSelf', title: '' }]
    if (document?.type !== step.documentType) return [{ path, code: 'stepUnknown', title: '' }]
    if (!canBeStep(document.type)) return [{ path, code: 'stepKind', title: document.title }]
    if (seen.has(step.documentId)) return [{ path, code: 'stepTwice', title: document.title }]
    seen.add(step.documentId)
    return []
  })
}

/** Prerequisites that this tenant does not have, or that are the document itself. */
export function findWrongPrerequisites(documentId: string, content: BaseContent, named: Named): ContentProblem[] {
  return (content.prerequisites ?? []).flatMap((id, i) =>
    named.has(id) && id !== documentId ? [] : [{ path: `prerequisites.${i}`, code: 'prerequisiteUnknown', title: '' }],
  )
}

/** Columns that every kind fills from its content in the same way. */
export function commonDetails(
  content: BaseContent & { readonly language: string; readonly reset?: Reset | undefined },
): Details {
  return {
    title: content.title,
    description: content.description,
    category: content.category,
    tags: [...new Set(content.tags)],
    imageFileId: content.imageFileId,
    language: content.language,
    reset: content.reset && content.reset.kind !== 'none' ? json(content.reset) : null,
    searchText: searchForm([content.title, content.description, content.category, ...content.tags].join('\n')),
  }
}
