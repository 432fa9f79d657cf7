import type { Ctx } from '../../../platform/context.ts'
import type { BaseContent, DocumentKindRules } from '../kind.ts'
import type { DocumentRecord } from '../queries.ts'
import { type SavedDraft, saveDraft } from './save-draft.ts'

/**
 * Makes the content of a published version the draft. What the draft was before is kept in the audit entry. Versions and
 * what people see of them do not change.
 */
export function restoreVersion<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  document: DocumentRecord,
  of: { revision: number; number: number; content: Content },
): Promise<SavedDraft> {
  return saveDraft(ctx, kind, document, { revision: of.revision, content: of.content, restored: of.number })
}
