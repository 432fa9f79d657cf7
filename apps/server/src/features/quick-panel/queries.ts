import type { ReadTx, Row } from '../../platform/db/database.ts'

export type NoteRow = Row<'quickNotes'>

/** A person's own notes, the newest first. */
export function listNotes(tx: ReadTx, userId: string): Promise<NoteRow[]> {
  return tx
    .selectFrom('quickNotes')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function findNote(tx: ReadTx, noteId: string): Promise<NoteRow | undefined> {
  return tx.selectFrom('quickNotes').selectAll().where('id', '=', noteId).executeTakeFirst()
}
