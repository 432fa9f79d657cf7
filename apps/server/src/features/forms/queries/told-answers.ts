import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/** So many answers to an anonymous form are told at once; what arrived after the last complete group waits. */
export const toldTogether = 5

/**
 * Rows `n` of the answers to an anonymous form that may be told: those of complete groups, of all versions or of one. Every
 * figure, text and file of such a form is read from here. Nothing else may filter them: a group is told whole, or not.
 */
export function toldAnswers(of: { formId: string; version: number | undefined }): RawBuilder<unknown> {
  return sql`
    from anonymous_answers n where n.form_id = ${of.formId} and n.is_told and ${
      of.version === undefined
        ? sql`true`
        : sql`n.version_id in (select v.id from document_versions v where v.document_id = ${of.formId} and v.number = ${of.version})`
    }`
}

export async function countTold(tx: ReadTx, of: { formId: string; version: number | undefined }): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${toldAnswers(of)}`.execute(tx)
  return rows[0]?.total ?? 0
}
