import type { DocumentVerb } from '@learnt/contract/audit-actions'
import type { PublicationState, PublicationVerb } from '@learnt/contract/states'
import { publicationRank, publicationTransitions } from '@learnt/contract/states'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import type { ContentProblem, DocumentKindRules } from '../kind.ts'
import { documentPolicy } from '../policy.ts'
import { type DocumentRecord, lockDocument } from '../queries.ts'

/**
 * Runs a change of one document under its lock: checks rights and state again for the locked row, so that of two
 * changes at once the second sees the first.
 */
export function changeDocument<T>(
  ctx: Ctx,
  kind: Pick<DocumentKindRules, 'type'>,
  document: Pick<DocumentRecord, 'id'>,
  verb: PublicationVerb,
  change: (tx: WriteTx, locked: DocumentRecord) => Promise<T>,
): Promise<T> {
  return ctx.write(async (tx) => {
    const locked = await lockDocument(tx, kind.type, document.id)
    authorize(ctx.actor, documentPolicy[verb], locked)
    return change(tx, locked)
  })
}

/** Columns of the state that a verb leads to. */
export function stateAfter(
  document: DocumentRecord,
  verb: PublicationVerb,
): { status: PublicationState; statusRank: number; statusBefore: PublicationState | null } {
  const next = publicationTransitions[document.status][verb]
  if (next === undefined) throw new Error(`No ${verb} from ${document.status}`)
  const status = next === 'before' ? (document.statusBefore as PublicationState) : next
  return { status, statusRank: publicationRank[status], statusBefore: status === 'archived' ? document.status : null }
}

/** Writes the audit entry of a change, and tells the pages that show documents. */
export async function tell(
  ctx: Ctx,
  tx: WriteTx,
  kind: Pick<DocumentKindRules, 'noun' | 'type'>,
  verb: DocumentVerb,
  document: { id: string; title: string },
  facts: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  await Promise.all([
    audit(ctx, tx, {
      action: `${kind.noun}.${verb}`,
      subjectType: kind.type,
      subjectId: document.id,
      subjectTitle: document.title,
      ...facts,
    }),
    announce(ctx, tx, { topic: 'courses', userId: null, kind: verb, id: document.id }),
  ])
}

/** Throws when there is any problem; each is told at its place, in the caller's language. */
export function refuse(ctx: Ctx, at: string, section: string, problems: readonly ContentProblem[]): void {
  if (problems.length === 0) return
  throw new ProblemError('invalid-input', {
    errors: problems.map(({ path, code, title }) => ({
      path: `${at}.${path}`,
      message: title === '' ? ctx.t(`${section}.${code}`) : `${title}: ${ctx.t(`${section}.${code}`)}`,
      code,
    })),
  })
}
