import type { AnswerValue } from '@learnt/contract/forms/answers'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { findNameable } from '../../files/queries.ts'

/**
 * Throws at fields that name files which the caller did not upload for this submission, and which it does not have
 * already. Without files it runs no query.
 */
export async function refuseStrangeFiles(
  ctx: Ctx,
  tx: WriteTx,
  submissionId: string,
  changes: Readonly<Record<string, AnswerValue | null>>,
): Promise<void> {
  const named = Object.entries(changes).flatMap(([field, value]) =>
    fileIdsOf(value).map((fileId) => ({ field, fileId })),
  )
  if (named.length === 0) return
  const standing = async (fileIds: readonly string[]) => {
    const { rows } = await sql<{ id: string }>`
      select one.id from unnest(${fileIds}::text[]) one(id) where exists (
        select from answers a where a.submission_id = ${submissionId} and (strpos(a.value::text, one.id) > 0 or strpos(a.earlier::text, one.id) > 0))`.execute(
      tx,
    )
    return rows.map((row) => row.id)
  }
  const ids = named.map((one) => one.fileId)
  const files = await findNameable(ctx, tx, ids, { purposes: ['answer'], subjectId: submissionId, standing })
  const known = new Set(files.map((file) => file.id))
  const wrong = new Set(named.flatMap(({ field, fileId }) => (known.has(fileId) ? [] : [field])))
  if (wrong.size === 0) return
  throw new ProblemError('invalid-input', {
    errors: [...wrong].map((field) => ({
      path: `body.changes.${field}`,
      message: ctx.t('forms.complaints.noSuchFile'),
      code: 'noSuchFile',
    })),
  })
}

/** Files that an answer names. */
export function fileIdsOf(answer: AnswerValue | null | undefined): string[] {
  if (!Array.isArray(answer)) return []
  return answer.flatMap((one) => (typeof one === 'object' && 'fileId' in one ? [one.fileId] : []))
}
