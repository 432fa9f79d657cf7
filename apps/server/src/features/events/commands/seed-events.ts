import type { AttendanceVerb, SessionMark } from '@learnt/contract/events/attendance'
import type { EventContent } from '@learnt/contract/events/content'
import { publicationRank } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createPermission } from '../../permissions/commands/save-permission.ts'
import { eventKind } from '../kind.ts'
import { applyVersion } from './apply-version.ts'
import { Seats } from './change-seats.ts'
import { lockEvent } from './lock-event.ts'
import { markPeople } from './mark-attendance.ts'
import { askApproval } from './register.ts'

const day = 86_400_000

export interface DemoEvent {
  /** Title of the tenant's course whose picture stands for the event too. */
  readonly pictureOf?: string
  readonly content: (of: { roomId: string; otherRoomId: string; trainerId: string }) => EventContent
  /** What people did, the learner's account first. */
  readonly people: readonly AttendanceVerb[]
  /** Marks of the first session, in the same order. */
  readonly marks?: readonly (SessionMark | null)[]
  readonly interested?: number
  readonly reserved?: number
  readonly cancelled?: string
}

/** Rooms, a facilitator, and events that are offered to everybody, with people in every state. */
export async function seedEvents(ctx: Ctx, tx: WriteTx, events: readonly DemoEvent[]): Promise<void> {
  const { tenantId } = ctx.actor
  const account = (role: string) => `${role}@${tenantId}.example`
  const { rows: people } = await sql<{ userId: string }>`
    select m.user_id from memberships m
    where m.status = 'active' and m.is_primary and (m.email = ${account('learner')}
      or (select b.user_id::text from memberships b where b.email = ${account('manager')} and b.is_primary) = any (m.all_managers))
    order by m.email = ${account('learner')} desc, m.email limit 16`.execute(tx)
  const { rows: trainers } = await sql<{ userId: string }>`
    select user_id from memberships where email = ${account('manager')} and is_primary`.execute(tx)
  const trainerId = trainers[0]?.userId
  if (!trainerId || people.length === 0) return
  const [roomId, otherRoomId] = [newId(), newId()]
  await tx
    .insertInto('eventRooms')
    .values([
      { id: roomId, name: 'Room Aurora', address: '12 Harbour Street', capacity: 12, createdAt: ctx.now },
      { id: otherRoomId, name: 'Great hall', address: '12 Harbour Street', capacity: 60, createdAt: ctx.now },
    ])
    .execute()
  await tx
    .insertInto('eventFacilitators')
    .values({ userId: trainerId, about: 'Leads workshops since 2019.', addedAt: ctx.now })
    .execute()
  for (const event of events) await seedEvent(ctx, tx, event, { roomId, otherRoomId, trainerId, people })
}

async function seedEvent(
  ctx: Ctx,
  tx: WriteTx,
  event: DemoEvent,
  of: { roomId: string; otherRoomId: string; trainerId: string; people: readonly { userId: string }[] },
): Promise<void> {
  const course = await tx
    .selectFrom('documents')
    .select('imageFileId')
    .where('type', '=', 'course')
    .where('title', '=', event.pictureOf ?? '')
    .executeTakeFirst()
  const content = { ...event.content(of), imageFileId: course?.imageFileId ?? null }
  const [id, versionId] = [newId(), newId()]
  const then: Ctx = { ...ctx, now: new Date(ctx.now.getTime() - 40 * day) }
  await tx
    .insertInto('documents')
    .values({
      ...eventKind.details(content, new Map()),
      id,
      type: 'event',
      status: 'published',
      statusRank: publicationRank.published,
      publishedVersionId: versionId,
      publishedAt: then.now,
      createdAt: then.now,
      updatedAt: then.now,
    })
    .execute()
  await tx
    .insertInto('documentVersions')
    .values({
      id: versionId,
      documentId: id,
      content: json(content),
      number: 1,
      createdAt: then.now,
      publishedAt: then.now,
    })
    .execute()
  await applyVersion(then, tx, { eventId: id, versionId, content })
  await createPermission(
    then,
    tx,
    { id, title: content.title },
    {
      documentType: 'event',
      documentId: id,
      title: 'Everybody',
      status: 'active',
      isOptional: true,
      request: null,
      rule: { rule: {}, groups: [], audiences: [], everyone: true },
      due: { kind: 'none' },
    },
  )
  const userIds = of.people.slice(0, event.people.length).map((one) => one.userId)
  const seats = new Seats(then, await lockEvent(then, tx, id, userIds))
  const asked: { requestId: string; userId: string }[] = []
  for (const [at, userId] of userIds.entries()) {
    const verb = event.people[at] ?? 'register'
    const requestId = verb === 'ask' ? newId() : null
    if (requestId) asked.push({ requestId, userId })
    // A person who has cancelled had registered before.
    if (verb === 'cancel' || verb === 'leave') seats.change(userId, verb === 'cancel' ? 'register' : 'wait')
    seats.change(userId, verb, { requestId })
  }
  await seats.write(tx)
  for (const { requestId, userId } of asked) {
    const person = seats.of(userId)
    if (person) await askApproval(then, tx, { requestId, seats, person, note: 'I would like to come.' })
  }
  for (const { userId } of of.people.slice(0, event.interested ?? 0))
    await tx.insertInto('eventInterests').values({ eventId: id, userId, at: then.now }).execute()
  const sessionId = content.sessions[0]?.id
  for (const mark of ['attended', 'late', 'not attended'] as const) {
    const marked = userIds.filter((_, at) => event.marks?.[at] === mark)
    if (sessionId && marked.length > 0)
      await markPeople(ctx, tx, { eventId: id, sessionId, userIds: marked, mark, source: 'hand', within: null })
  }
  if (event.reserved) {
    await tx
      .insertInto('eventReservations')
      .values({ eventId: id, managerId: of.trainerId, seats: event.reserved, madeAt: then.now })
      .execute()
    await tx.updateTable('events').set({ reserved: event.reserved }).where('id', '=', id).execute()
  }
  if (event.cancelled) {
    const all = new Seats(ctx, await lockEvent(ctx, tx, id, userIds))
    for (const userId of userIds) all.change(userId, 'cancelEvent', { note: event.cancelled })
    await all.write(tx)
    await tx
      .updateTable('events')
      .set({ cancelledAt: ctx.now, cancelReason: event.cancelled })
      .where('id', '=', id)
      .execute()
  }
}
