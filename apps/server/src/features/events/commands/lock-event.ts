import type { AttendanceState } from '@learnt/contract/events/attendance'
import { hereStatuses, visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Row, WriteTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'

/** What stands between a person and the event, while the event is locked. */
export interface Standing {
  readonly userId: string
  readonly membershipId: string | null
  readonly name: string
  readonly registrationId: string | null
  readonly state: AttendanceState | null
  readonly number: number | null
  readonly offerUntil: Date | null
  readonly requestId: string | null
  /** Something gives them the event. */
  readonly assignmentId: string | null
  readonly isGiven: boolean
  /** Nothing gives it to them, and it is a step of a course of theirs. */
  readonly hasStep: boolean
  readonly waitsFor: string | null
  readonly managers: readonly string[]
}

export interface LockedEvent extends Row<'events'> {
  title: string
  documentStatus: string
}

export interface Scene {
  readonly event: LockedEvent
  readonly people: Map<string, Standing>
  /** Offers that have ended, requests whose window has opened, and who waits, each in order and as many as may matter. */
  readonly ended: readonly Standing[]
  readonly admitted: readonly Standing[]
  readonly waiters: readonly Standing[]
}

/**
 * Locks an event and reads, in the same round trip and behind the lock, what changing its seats needs: these people,
 * and those who may move because an offer ended, a window opened or a seat is free.
 */
export async function lockEvent(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  eventId: string,
  userIds: readonly string[],
  { frees = 0 }: { frees?: number } = {},
): Promise<Scene> {
  const { rows } = await sql<LockedEvent & Record<'people' | 'ended' | 'admitted' | 'waiters', Standing[]>>`
    select (l.event).*, l.title, l.document_status, l.people, l.ended, l.admitted, l.waiters
    from lock_event(${eventId}, ${[...new Set(userIds)]}::uuid[], ${ctx.now}, ${frees}, ${[...hereStatuses]}::text[]) l`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) throw notFound()
  const { people, ended, admitted, waiters, ...event } = row
  const read = (list: Standing[]) =>
    list.map((one) => ({ ...one, offerUntil: one.offerUntil === null ? null : new Date(one.offerUntil) }))
  return {
    event,
    people: new Map(read(people).map((one) => [one.userId, one])),
    ended: read(ended),
    admitted: read(admitted),
    waiters: read(waiters),
  }
}

export function isPublished(event: LockedEvent): boolean {
  return visibleToLearners.some((state) => state === event.documentStatus)
}
