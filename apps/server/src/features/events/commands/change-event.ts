import type { EventContent } from '@learnt/contract/events/content'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { discardDraft } from '../../documents/commands/move-document.ts'
import { publishDocument } from '../../documents/commands/publish-document.ts'
import { saveDraft } from '../../documents/commands/save-draft.ts'
import type { DocumentKindRules } from '../../documents/kind.ts'
import { type DocumentRecord, findDocument, getWorkingContent } from '../../documents/queries.ts'
import { readLocal } from '../times.ts'
import { Seats } from './change-seats.ts'
import { isPublished, lockEvent } from './lock-event.ts'
import { impossible, tell, withdrawRequests } from './register.ts'

/** Cancels an event: everybody loses what they have, and is told by the worker. It stays to be seen, and is never revived. */
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
      sql`delete from event_reservations where event_id = ${eventId}`.execute(tx),
      seats.write(tx),
      tell(ctx, tx, 'events.cancelEvent', seats, { reason, people: userIds.length }),
    ])
  })
}

/** Moves one date: a new version with the other time, published at once. Nobody's draft is published along. */
export async function moveSession(
  ctx: Ctx,
  kind: DocumentKindRules<EventContent>,
  document: DocumentRecord,
  of: { sessionId: string; start: string; end: string; roomId?: string | null | undefined; note: string },
): Promise<void> {
  if (document.draftVersionId !== null) throw impossible('draftOpen')
  if (document.status !== 'published') throw impossible('notPublished')
  const content = await ctx.read((tx) => getWorkingContent<EventContent>(tx, document))
  if (!content.sessions.some((session) => session.id === of.sessionId)) throw notFound()
  const [start, end] = [readLocal(of.start, content.timeZone), readLocal(of.end, content.timeZone)]
  const wrong = (path: string, code: string) => invalid({ [path]: ctx.t(`events.problem.${code}`) })
  if ('code' in start) throw wrong('body.start', start.code)
  if ('code' in end) throw wrong('body.end', end.code)
  if (end.at <= start.at) throw wrong('body.end', 'endBeforeStart')
  const sessions = content.sessions.map((session) =>
    session.id === of.sessionId
      ? { ...session, start: of.start, end: of.end, ...(of.roomId === undefined ? {} : { roomId: of.roomId }) }
      : session,
  )
  const { revision } = await saveDraft(ctx, kind, document, {
    revision: document.revision,
    content: { ...content, sessions },
  })
  try {
    await publishDocument(ctx, kind, document, { revision, underWay: 'carry', note: of.note })
  } catch (error) {
    // What cannot be published leaves nothing behind.
    await discardDraft(ctx, kind, document)
    throw error
  }
  await ctx.write(async (tx) => {
    const moved = await findDocument(tx, 'event', document.id)
    const seats = new Seats(ctx, await lockEvent(ctx, tx, document.id, []))
    await Promise.all([
      seats.write(tx),
      tell(ctx, tx, 'events.move', seats, {
        sessionId: of.sessionId,
        start: of.start,
        end: of.end,
        note: of.note,
        version: moved?.publishedVersionId,
      }),
    ])
  })
}
