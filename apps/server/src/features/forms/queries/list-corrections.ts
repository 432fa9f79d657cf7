import type { Field, FormContent } from '@learnt/contract/forms/content'
import { fieldsOf, mapFields } from '@learnt/contract/forms/walk'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { type Correction, withKey } from '../marking.ts'
import type { RegradeTarget } from './list-regraded.ts'

/** By the key of the field, the oldest first. */
export type Corrections = ReadonlyMap<string, readonly Correction[]>

/**
 * Corrections of the questions of an attempt: `form` is its version with what it drew. One statement; none where nothing
 * earns points.
 */
export async function listCorrections(tx: ReadTx, versionId: string, form: FormContent): Promise<Corrections> {
  const quizzes = fieldsOf(form).flatMap((field) =>
    'quiz' in field && field.quiz ? [{ field, quiz: field.quiz }] : [],
  )
  if (quizzes.length === 0) return new Map()
  const banked = quizzes.flatMap(({ quiz }) => (quiz.bank ? [quiz.bank] : []))
  const { rows } = await sql<Correction & { field: string; questionId: string | null; questionVersion: number | null }>`
    select field, treatment, never_lower, key, key_before, corrected_at, question_id, question_version from key_corrections k
    where k.version_id = ${versionId} or (k.question_id = any(${banked.map((one) => one.questionId)}::uuid[]))
    order by k.corrected_at, k.id`.execute(tx)
  const found = new Map<string, Correction[]>()
  for (const row of rows) {
    const known = quizzes.find(({ field }) => field.key === row.field)
    if (!known) continue
    const { bank } = known.quiz
    const isOfIt =
      row.questionId === null || (bank?.questionId === row.questionId && bank.version === row.questionVersion)
    if (isOfIt) found.set(row.field, [...(found.get(row.field) ?? []), row])
  }
  return found
}

/** The same for one question, by the form's version, or '' for the bank's. */
export async function listCorrectionsOf(tx: ReadTx, target: RegradeTarget): Promise<Corrections> {
  const { rows } = await sql<Correction & { versionId: string | null }>`
    select treatment, never_lower, key, key_before, corrected_at, version_id from key_corrections
    where ${target.of === 'form' ? sql`version_id = any(${target.versionIds}::uuid[]) and field = ${target.field}` : sql`question_id = ${target.questionId} and question_version = ${target.version}`}
    order by corrected_at, id`.execute(tx)
  return Map.groupBy(rows, (row) => row.versionId ?? '')
}

/** The form with the keys that hold now. */
export function withCorrections(form: FormContent, corrections: Corrections): FormContent {
  if (corrections.size === 0) return form
  return mapFields(form, (field) => {
    const last = corrections.get(field.key)?.findLast((one) => one.treatment === 'newKey')
    return [last && 'quiz' in field ? (withKey(field, last.key) as Field) : field]
  })
}
