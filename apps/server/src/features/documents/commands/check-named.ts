import type { Reset } from '@learnt/contract/cycles'
import { searchForm } from '@learnt/contract/text'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { listFiles } from '../../files/queries.ts'
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

/** Files that this tenant does not have, or that are of another type than their place takes. */
export async function findUnknownFiles(tx: WriteTx, files: readonly NamedFile[]): Promise<ContentProblem[]> {
  const found = new Map(
    (
      await listFiles(
        tx,
        files.map((one) => one.fileId),
      )
    ).map((file) => [file.id, file]),
  )
  return files.flatMap(({ path, fileId, title, fits }): ContentProblem[] => {
    const file = found.get(fileId)
    if (!file) return [{ path, code: 'fileUnknown', title }]
    return fits(file.contentType) ? [] : [{ path, code: 'fileKind', title }]
  })
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
