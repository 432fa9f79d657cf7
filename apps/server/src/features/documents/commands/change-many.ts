import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { isKey } from '../../../platform/translate.ts'
import { type BaseContent, type DocumentKindRules, sharedTexts } from '../kind.ts'
import { documentPolicy } from '../policy.ts'
import { type Filter, findDocument, listMatchingIds } from '../queries.ts'
import { moveDocument } from './move-document.ts'
import { publishDocument } from './publish-document.ts'

export type BulkAction = 'publish' | 'withdraw' | 'archive' | 'restore'
export type DocumentSelection = { by: 'ids'; ids: string[] } | { by: 'filter'; filter: Filter }

/** Documents named with their reason in one result; beyond that their number must do. */
const MAX_REASONS = 100

/**
 * Accepts work on many documents: on those that are meant now, whatever a filter would match later. `createdBy`: of those
 * that this person made.
 */
export async function startBulk<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  of: { action: BulkAction; selection: DocumentSelection },
  createdBy?: string,
): Promise<{ jobId: string }> {
  const { selection } = of
  const ids =
    selection.by === 'ids'
      ? [...new Set(selection.ids)]
      : await ctx.read((tx) => listMatchingIds(tx, kind.type, { ...selection.filter, createdBy }))
  return ctx.write(async (tx) => {
    const texts = `${sharedTexts(kind)}.bulk`
    const subject = ctx.t(`${texts}.title`, { action: ctx.t(`${texts}.${of.action}`), count: ids.length })
    const job = await startJob(ctx, tx, {
      kind: `${kind.noun}.bulk`,
      subject,
      input: { action: of.action, courseIds: ids },
      total: ids.length,
    })
    await audit(ctx, tx, {
      action: `${kind.noun}.bulk`,
      subjectType: 'job',
      subjectId: job.jobId,
      subjectTitle: subject,
      after: { action: of.action, courses: ids.length },
    })
    return job
  })
}

/** The job: each document that cannot is skipped and named in the result. Begun again after a crash it does the rest. */
export async function changeMany<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  input: { action: BulkAction; courseIds: string[] },
  progress: ReportProgress,
): Promise<JobOutcome> {
  const reasons: string[] = []
  let skipped = 0
  for (const [i, id] of input.courseIds.entries()) {
    const reason = await changeOne(ctx, kind, input.action, id)
    if (reason !== null) {
      skipped++
      if (reasons.length < MAX_REASONS) reasons.push(reason)
    }
    await progress(i + 1, input.courseIds.length)
  }
  return {
    result: { action: input.action, done: input.courseIds.length - skipped, skipped, reasons: reasons.join('\n') },
  }
}

/** Null when it went well, else the document's title and why it was passed over. */
async function changeOne<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  action: BulkAction,
  id: string,
): Promise<string | null> {
  const document = await ctx.read((tx) => findDocument(tx, kind.type, id))
  // A caller who may not see it learns no title.
  if (!document || documentPolicy.see(ctx.actor, document) !== null)
    return `${id}: ${ctx.t(`${sharedTexts(kind)}.bulk.gone`)}`
  try {
    if (action === 'publish')
      await publishDocument(ctx, kind, document, { revision: null, underWay: 'carry', note: '' })
    else await moveDocument(ctx, kind, document, action)
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const why = error.errors?.map((one) => one.message).join(' ') ?? say(ctx, error.detail ?? `problem.${error.code}`)
    return `${document.title}: ${why}`
  }
}

function say(ctx: Ctx, text: string): string {
  return isKey(text) ? ctx.t(text) : text
}
