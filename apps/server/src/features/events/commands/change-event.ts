import type { EventContent } from '@learnt/contract/events/content'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { changeDocument, refuse } from '../../documents/commands/change-document.ts'
import { type DocumentRecord, getWorkingContent, nextVersionNumber } from '../../documents/queries.ts'
import { findUnknownPlaces } from '../queries/find-places.ts'
import { checkTimes, readLocal } from '../times.ts'
import { applyVersion } from './apply-version.ts'
import { Seats } from './change-seats.ts'
import { isPublished, lockEvent } from './lock-event.ts'
import { impossible, tell, withdrawRequests } from './register.ts'

/** Cancels an event: the worker tells everybody that they lose their seat. It stays visible, and is never revived. */
export function cancelEvent(ctx: Ctx, eventId: string, { reason }: { reason: string }): Promise<void> {
  return ctx.write(async (tx) => {
    await sql`select from events where id = ${eventId} for no key update`.execute(tx)
    const { rows } = await sql<{ userId: string }>`
      select user_id from registrations where event_id = ${eventId} and state not in ('cancelled', 'waiting-cancelled', 'attended', 'not attended') order by number`.execute(
      tx,
    )
    const userIds = rows.map((row) => row.userId)
    const scene = await lockEvent(ctx, tx, eventId, userIds)
    if (scene.event.cancelledAt) throw impossible('cancelled')
    if (scene.event.lastAt !== null && scene.event.lastAt <= ctx.now) throw impossible('over')
    if (!isPublished(scene.event)) throw impossible('notPublished')
    const before = [...scene.people.values()]
    // Before anybody is moved: nobody gets a seat of what does not take place.
    scene.event.cancelledAt = ctx.now
    const seats = new Seats(ctx, { ...scene, admitted: [], waiters: [] })
    for (const userId of userIds) seats.change(userId, 'cancelEvent', { note: reason })
    seats.event.reserved = 0
    await Promise.all([
      withdrawRequests(ctx, tx, before),
      sql`update events set cancelled_at = ${ctx.now}, cancel_reason = ${reason}, reserved = 0 where id = ${eventId}`.execute(
        tx,
      ),
      sql`update event_sessions set revision = revision + 1, changed_at = ${ctx.now} where event_id = ${eventId} and dropped_at is null`.execute(
        tx,
      ),
      sql`delete from event_reservations where event_id = ${eventId}`.execute(tx),
      seats.write(tx),
      tell(ctx, tx, 'events.cancelEvent', seats, { reason, people: userIds.length }),
    ])
  })
}

/**
 * Moves one date: a new version with the other time, in force at once, in one transaction. Nobody's draft is published
 * along.
 */
export function moveSession(
  ctx: Ctx,
  document: DocumentRecord,
  of: { sessionId: string; start: string; end: string; roomId?: string | null | undefined; note: string },
): Promise<void> {
  return changeDocument(ctx, { type: 'event' }, document, 'edit', async (tx, locked) => {
    if (locked.draftVersionId !== null) throw impossible('draftOpen')
    if (locked.status !== 'published') throw impossible('notPublished')
    const before = await getWorkingContent<EventContent>(tx, locked)
    const was = before.sessions.find((session) => session.id === of.sessionId)
    if (!was) throw notFound()
    const [start, end] = [readLocal(of.start, before.timeZone), readLocal(of.end, before.timeZone)]
    const wrong = (path: string, code: string) => invalid({ [path]: ctx.t(`events.problem.${code}`) })
    if ('code' in start) throw wrong('body.start', start.code)
    if ('code' in end) throw wrong('body.end', end.code)
    if (end.at <= start.at) throw wrong('body.end', 'endBeforeStart')
    const moved = {
      ...was,
      start: of.start,
      end: of.end,
      ...(of.roomId === undefined ? {} : { roomId: of.roomId }),
    }
    const content = {
      ...before,
      sessions: before.sessions.map((session) => (session.id === of.sessionId ? moved : session)),
    }
    refuse(ctx, 'content', 'events.problem', [...checkTimes(content), ...(await findUnknownPlaces(tx, content))])
    const versionId = newId()
    await tx
      .insertInto('documentVersions')
      .values({
        id: versionId,
        documentId: locked.id,
        number: await nextVersionNumber(tx, locked.id),
        content: json(content),
        note: of.note,
        createdAt: ctx.now,
        publishedAt: ctx.now,
        publishedBy: ctx.actor.userId,
      })
      .execute()
    await tx
      .updateTable('documents')
      .set({ publishedVersionId: versionId, publishedAt: ctx.now, updatedAt: ctx.now, revision: locked.revision + 1 })
      .where('id', '=', locked.id)
      .execute()
    await applyVersion(ctx, tx, { eventId: locked.id, versionId, content })
    await audit(ctx, tx, {
      action: 'events.move',
      subjectType: 'event',
      subjectId: locked.id,
      subjectTitle: locked.title,
      before: { start: was.start, end: was.end, roomId: was.roomId },
      after: { sessionId: of.sessionId, start: moved.start, end: moved.end, roomId: moved.roomId, note: of.note },
    })
  })
}
