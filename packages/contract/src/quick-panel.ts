import { z } from 'zod'
import { CalendarEntry, DaySpan } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './values.ts'

/** A person's own note; nobody else reads it. */
export const QuickNote = z.object({ id: Id, text: z.string(), createdAt: Moment, updatedAt: Moment })
export type QuickNote = z.infer<typeof QuickNote>

/** Something of the person's calendar that is still to come. */
export const QuickEvent = z.object({
  /** Of the calendar's entry. */
  id: z.string(),
  title: z.string(),
  mark: CalendarEntry.shape.mark,
  startsAt: Moment,
  endsAt: Moment,
  /** For entries without a time of day. */
  days: DaySpan.nullable(),
  href: z.string(),
  joinHref: z.string(),
})
export type QuickEvent = z.infer<typeof QuickEvent>

const text = z.string().trim().min(1, { error: 'required' }).max(2000)
const noteParams = z.object({ noteId: Id })

export const quickPanel = {
  data: endpoint({
    id: 'quickPanel.data',
    summary: 'What the quick panel shows: the person’s next events and own notes.',
    method: 'GET',
    path: '/api/quick-panel/data',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: z.object({ events: z.array(QuickEvent), notes: z.array(QuickNote) }),
  }),
  addNote: endpoint({
    id: 'quickPanel.addNote',
    summary: 'Write a note for oneself.',
    method: 'POST',
    path: '/api/quick-panel/notes',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    sample: () => ({ body: { text: 'Mine' } }),
    body: z.strictObject({ text }),
    response: QuickNote,
  }),
  changeNote: endpoint({
    id: 'quickPanel.changeNote',
    summary: 'Change the words of one’s own note.',
    method: 'PUT',
    path: '/api/quick-panel/notes/:noteId',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    sample: () => ({ body: { text: 'Mine' } }),
    params: noteParams,
    body: z.strictObject({ text }),
    response: QuickNote,
  }),
  removeNote: endpoint({
    id: 'quickPanel.removeNote',
    summary: 'Throw one’s own note away.',
    method: 'DELETE',
    path: '/api/quick-panel/notes/:noteId',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    params: noteParams,
  }),
}
