import { api } from '@learnt/contract'
import type { Presented } from '@learnt/contract/endpoint'
import type { QuickNote } from '@learnt/contract/quick-panel'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { listShownTypes } from '../documents/queries.ts'
import { listEventEntries } from '../events/queries/list-event-entries.ts'
import { addNote, changeNote, removeNote } from './commands.ts'
import { notePolicy } from './policy.ts'
import { findNote, listNotes, type NoteRow } from './queries.ts'

/** What is further away is not what comes next. */
const aheadMs = 90 * 86_400_000

export const quickPanelRoutes: Route[] = [
  route(api.quickPanel.data, async ({ ctx }) => ({
    events: (
      await ctx.read(async (tx) => {
        const { now } = ctx
        const ask = { userId: ctx.actor.userId, now, from: now, to: new Date(now.getTime() + aheadMs), limit: 5 }
        const [dates, shownTypes] = await Promise.all([listEventEntries(tx, ask), listShownTypes(tx)])
        return shownTypes.includes('event') ? dates.filter((one) => one.mark !== 'cancelled') : []
      })
    ).map(({ entry, title, startsAt }) => ({ id: entry.sessionId, title, startsAt: startsAt.toISOString() })),
    // Nobody but the person reads them: not whoever acts as them either.
    notes:
      ctx.actor.impersonator === null ? (await ctx.read((tx) => listNotes(tx, ctx.actor.userId))).map(presentNote) : [],
  })),

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

function presentNote(row: NoteRow): Presented<typeof QuickNote> {
  return {
    id: row.id,
    text: row.text,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
