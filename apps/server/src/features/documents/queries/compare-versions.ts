import type { DocumentChange } from '@learnt/contract/documents'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { BaseContent, DocumentKindRules } from '../kind.ts'
import { type DocumentRecord, findVersion, getWorkingContent, listNamed } from '../queries.ts'

/** What changed from one version to another, or to or from the draft; null: there is no such version. */
export async function compareVersions<Content extends BaseContent>(
  tx: ReadTx,
  kind: DocumentKindRules<Content>,
  document: DocumentRecord,
  of: { from: string; to: string },
): Promise<DocumentChange[] | null> {
  const read = async (version: string): Promise<Content | undefined> =>
    version === 'draft'
      ? getWorkingContent<Content>(tx, document)
      : (await findVersion<Content>(tx, document.id, version))?.content
  const [before, after] = await Promise.all([read(of.from), read(of.to)])
  if (!before || !after) return null
  const named = await listNamed(tx, [...kind.namedDocuments(before), ...kind.namedDocuments(after)])
  return kind.compare(before, after, named)
}
