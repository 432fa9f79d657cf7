import { randomUUID } from 'node:crypto'
import { api } from '@learnt/contract'
import type { EventContent } from '@learnt/contract/events/content'
import type { Caller } from './calls.ts'

/** Local time in UTC, this many minutes from now. */
export const clockIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)

/** A published event with one date in this many minutes, as an administrator makes it by the API. */
export async function givenEvent(
  admin: Caller,
  of: { title: string; seats: number | null; minutes?: number; content?: Partial<EventContent> },
): Promise<{ id: string; sessionId: string }> {
  const { minutes = 30 } = of
  const event = await admin.call(api.events.create, { body: { title: of.title } })
  const sessionId = randomUUID()
  const content: EventContent = {
    ...event.content,
    timeZone: 'UTC',
    capacity: { min: 0, max: of.seats },
    sessions: [
      {
        id: sessionId,
        title: '',
        start: clockIn(minutes),
        end: clockIn(minutes + 60),
        roomId: null,
        address: '',
        joinUrl: '',
        facilitators: [],
      },
    ],
    ...of.content,
  }
  const params = { documentId: event.id }
  const { revision } = await admin.call(api.events.saveDraft, { params, body: { revision: event.revision, content } })
  await admin.call(api.events.publish, { params, body: { revision } })
  return { id: event.id, sessionId }
}
