import { type AttendanceState, seatStates } from '@learnt/contract/events/attendance'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'
import { writeCalendar } from '../calendar.ts'
import { entryOf, findToldEvent, listToldSessions, sequenceOf } from '../commands/tell.ts'

/** The dates of an event as a file for the person's own calendar, with the UIDs and sequences of the mails. */
export async function writeCalendarFile(
  ctx: Ctx,
  tx: ReadTx,
  of: { eventId: string; state: AttendanceState | null },
): Promise<string> {
  const { userId, membershipId } = ctx.actor
  const [event, sessions, me, entries] = await Promise.all([
    findToldEvent(tx, of.eventId),
    listToldSessions(tx, of.eventId),
    tx
      .selectFrom('memberships')
      .select(['shownFirstName as firstName', 'lastName', 'email'])
      .where('id', '=', membershipId)
      .executeTakeFirst(),
    tx
      .selectFrom('calendarEntries')
      .select(['sessionId', 'sequence', 'revision'])
      .where('eventId', '=', of.eventId)
      .where('userId', '=', userId)
      .execute(),
  ])
  if (!event) throw notFound()
  const sent = new Map(entries.map((entry) => [entry.sessionId, entry]))
  const person = { userId, name: me ? `${me.firstName} ${me.lastName}`.trim() : '', email: me?.email ?? '' }
  const isCancelled = event.isCancelled || of.state === 'cancelled' || of.state === 'waiting-cancelled'
  const isTentative = of.state === null || !seatStates.includes(of.state)
  return writeCalendar(
    'publish',
    sessions
      .filter((session) => !session.isDropped)
      .map((session) => ({
        ...entryOf(ctx, event, session, {
          person,
          sequence: sequenceOf(session, sent.get(session.id)),
          isTentative,
        }),
        isCancelled,
        attendee: null,
      })),
  )
}

/** Names by the ids of people. */
export async function namesOf(tx: ReadTx, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('memberships')
    .select(['userId', 'shownFirstName as firstName', 'lastName'])
    .where('userId', 'in', [...userIds])
    .execute()
  return new Map(rows.map((row) => [row.userId, `${row.firstName} ${row.lastName}`.trim()]))
}
