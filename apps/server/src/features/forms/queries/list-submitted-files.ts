import type { FileAnswer } from '@learnt/contract/forms/answers'
import type { Field } from '@learnt/contract/forms/content'
import { textIn } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { listFiles } from '../../files/queries.ts'
import { withDrawn } from '../commands/draw-questions.ts'
import { type AnswerHolder, isAnswerFile, pagesOfLevels, readSubmission } from '../policy.ts'
import { getVersion } from './find-version.ts'
import { findReviewed, listAskedLevels } from './list-submissions.ts'

export interface SubmittedFile {
  readonly submissionId: string
  readonly person: string
  /** Of the person's attempts. */
  readonly number: number
  readonly question: string
  readonly name: string
  readonly sha256: string
  readonly size: number
}

interface FileAnswerRow {
  readonly submissionId: string
  readonly versionId: string
  readonly writtenBy: string
  readonly drawn: Record<string, Field[]> | null
  readonly field: string
  readonly value: FileAnswer[]
}

/** Submissions of one step: their files are held in memory at once. */
const atOnce = 100

/**
 * Files of the submissions to a form that the caller sees, on pages shown to them, in the order of submission. A
 * submission sent back counts as it was submitted, like on its page.
 */
export async function* listSubmittedFiles(ctx: Ctx, formId: string): AsyncGenerator<SubmittedFile> {
  const { rows: all } = await ctx.read((tx) =>
    sql<{ id: string }>`
      select s.id from submissions s where s.form_id = ${formId} and s.submitted_at is not null
        and exists (select from answers x where x.submission_id = s.id and jsonb_typeof(x.value) = 'array' and x.value->0 ? 'fileId')
      order by s.submitted_at, s.id`.execute(tx),
  )
  for (let from = 0; from < all.length; from += atOnce) {
    const ids = all.slice(from, from + atOnce).map((one) => one.id)
    yield* await ctx.read(async (tx) => {
      const [submissions, { rows }] = await Promise.all([
        findReviewed(ctx, tx, ids),
        sql<FileAnswerRow>`
          select s.id as submission_id, s.version_id, s.written_by, s.drawn, x.field,
            case when s.state = 'pendingResubmission' then coalesce(x.earlier, x.value) else x.value end as value
          from submissions s join answers x on x.submission_id = s.id
          where s.id = any(${ids}::uuid[]) and jsonb_typeof(x.value) = 'array' and x.value->0 ? 'fileId'
          order by s.submitted_at, s.id, x.field`.execute(tx),
      ])
      const seen = new Map(
        submissions.filter((one) => readSubmission(ctx.actor, one) === null).map((one) => [one.id, one]),
      )
      const found: (Omit<SubmittedFile, 'sha256' | 'size'> & { fileId: string; holder: AnswerHolder })[] = []
      for (const row of rows) {
        const submission = seen.get(row.submissionId)
        if (!submission) continue
        const form = withDrawn(await getVersion(tx, ctx.actor.tenantId, row.versionId), row.drawn)
        const asked = form.settings.levels.some((level) => level.seesPages !== null)
          ? (await listAskedLevels(ctx, tx, submission.id)).asked
          : []
        const isWhole = isAdmin(ctx.actor) && submission.isSeen
        const pages = isWhole ? null : pagesOfLevels(form.settings, asked, submission.isManaged)
        const shown = form.pages.filter((page) => pages === null || pages.has(page.key))
        const field = fieldsOf({ pages: shown }).find((one) => one.key === row.field)
        if (field?.kind !== 'file' || !Array.isArray(row.value)) continue
        for (const { fileId, name } of row.value)
          found.push({
            submissionId: submission.id,
            person: fullName(submission),
            number: submission.number,
            question: textIn(field.label, ctx.locale),
            name,
            fileId,
            holder: { id: submission.id, userId: submission.userId, writtenBy: row.writtenBy },
          })
      }
      const stored = new Map(
        (
          await listFiles(
            tx,
            found.map((one) => one.fileId),
          )
        ).map((file) => [file.id, file]),
      )
      return found.flatMap(({ fileId, holder, ...one }) => {
        const file = stored.get(fileId)
        return file && isAnswerFile(file, holder) ? [{ ...one, sha256: file.sha256, size: file.size }] : []
      })
    })
  }
}
