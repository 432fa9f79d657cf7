import { api } from '@learnt/contract'
import type { Presented } from '@learnt/contract/endpoint'
import type { QuickNote } from '@learnt/contract/quick-panel'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { listEntries } from '../calendar/queries/list-entries.ts'
import { addNote, changeNote, removeNote } from './commands.ts'
import { notePolicy } from './policy.ts'
import { findNote, listNotes, type NoteRow } from './queries.ts'

/** How far the panel looks ahead, and how much it shows. */
const daysAhead = 60
const mostEvents = 8

export const quickPanelRoutes: Route[] = [
  route(api.quickPanel.data, async ({ ctx }) => {
    const [{ items }, notes] = await Promise.all([
      listEntries(ctx, {
        from: ctx.now,
        to: inDays(ctx.now, daysAhead),
        kinds: ['own', 'event', 'certificate'],
        limit: mostEvents,
      }),
      // Only the person reads them, not a person who acts as them.
      ctx.actor.impersonator === null ? ctx.read((tx) => listNotes(tx, ctx.actor.userId)) : [],
    ])
    return { events: items.filter((item) => item.mark !== 'cancelled'), notes: notes.map(presentNote) }
  }),

  route(api.quickPanel.addNote, async ({ ctx, body }) => presentNote(await addNote(ctx, body.text))),

  route(api.quickPanel.changeNote, async ({ ctx, params, body }) => {
    const note = await ctx.read((tx) => findNote(tx, params.noteId))
    authorize(ctx.actor, notePolicy.change, note)
    return presentNote(await changeNote(ctx, note, body.text))
  }),

  route(api.quickPanel.removeNote, async ({ ctx, params }) => {
    const note = await ctx.read((tx) => findNote(tx, params.noteId))
    authorize(ctx.actor, notePolicy.remove, note)
    await removeNote(ctx, note)
    return undefined
  }),
]

function inDays(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000)
}

function presentNote(row: NoteRow): Presented<typeof QuickNote> {
  return {
    id: row.id,
    text: row.text,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
