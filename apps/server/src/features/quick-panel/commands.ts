import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { lockPerson } from '../../platform/lock-person.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { NoteRow } from './queries.ts'

/** As many as a panel can hold and somebody still read. */
const MAX_NOTES = 100

export async function addNote(ctx: Ctx, text: string): Promise<NoteRow> {
  const { userId } = ctx.actor
  return ctx.write(async (tx) => {
    const [, note, { count }] = await Promise.all([
      lockPerson(ctx, tx),
      tx
        .insertInto('quickNotes')
        .values({ id: newId(), userId, text, createdAt: ctx.now, updatedAt: ctx.now })
        .returningAll()
        .executeTakeFirstOrThrow(),
      tx
        .selectFrom('quickNotes')
        .select(sql<number>`count(*)`.as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow(),
    ])
    if (Number(count) > MAX_NOTES) throw new ProblemError('conflict', { detail: 'quickPanel.tooManyNotes' })
    return note
  })
}

export async function changeNote(ctx: Ctx, note: NoteRow, text: string): Promise<NoteRow> {
  await ctx.write((tx) =>
    tx.updateTable('quickNotes').set({ text, updatedAt: ctx.now }).where('id', '=', note.id).execute(),
  )
  return { ...note, text, updatedAt: ctx.now }
}

export async function removeNote(ctx: Ctx, note: NoteRow): Promise<void> {
  await ctx.write((tx) => tx.deleteFrom('quickNotes').where('id', '=', note.id).execute())
}
