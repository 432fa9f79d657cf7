import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { refuseOrganiser } from '../../documents/policy.ts'
import { reachOf } from '../../reach/queries/look-after.ts'

interface RoomBody {
  readonly name: string
  readonly address: string
  readonly capacity: number | null
  readonly about: string
}

export async function createRoom(ctx: Ctx, tx: WriteTx, body: RoomBody): Promise<string> {
  const id = newId()
  await Promise.all([
    tx
      .insertInto('eventRooms')
      .values({ ...body, id, createdAt: ctx.now })
      .execute(),
    audit(ctx, tx, {
      action: 'events.createRoom',
      subjectType: 'room',
      subjectId: id,
      subjectTitle: body.name,
      after: body,
    }),
  ])
  return id
}

/** An archived room stays where it is used, and is offered no more. */
export async function changeRoom(
  ctx: Ctx,
  tx: WriteTx,
  roomId: string,
  { isArchived, ...body }: RoomBody & { readonly isArchived: boolean },
): Promise<void> {
  const before = await tx.selectFrom('eventRooms').selectAll().where('id', '=', roomId).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  const uses = await listUses(tx, { roomId, now: ctx.now })
  const isOthers = uses.some((one) => one.isComing && refuseOrganiser(ctx.actor, { type: 'event', ...one }) !== null)
  if (isOthers) throw new ProblemError('not-allowed', { detail: 'reason.events.roomOfOthers' })
  await Promise.all([
    tx
      .updateTable('eventRooms')
      .set({ ...body, archivedAt: isArchived ? (before.archivedAt ?? ctx.now) : null })
      .where('id', '=', roomId)
      .execute(),
    audit(ctx, tx, {
      action: 'events.changeRoom',
      subjectType: 'room',
      subjectId: roomId,
      subjectTitle: body.name,
      before: { name: before.name, address: before.address, capacity: before.capacity, about: before.about },
      after: { ...body, isArchived },
    }),
  ])
  await keepSearchText(
    tx,
    uses.map((one) => one.eventId),
  )
}

/** Events with dates in a room. */
async function listUses(
  tx: WriteTx,
  { roomId, now }: { roomId: string; now: Date },
): Promise<{ eventId: string; createdBy: string | null; isComing: boolean }[]> {
  const { rows } = await sql<{ eventId: string; createdBy: string | null; isComing: boolean }>`
    select s.event_id, d.created_by, bool_or(s.ends_at > ${now}) as is_coming from event_sessions s join documents d on d.id = s.event_id
    where s.room_id = ${roomId} and s.dropped_at is null group by 1, 2`.execute(tx)
  return rows
}

/** Events are found by where they take place: by their addresses, and by the rooms of their dates. */
export async function keepSearchText(tx: WriteTx, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    update documents d set search_text = search_form(concat_ws(E'\n', d.title, d.description, d.category, array_to_string(d.tags, E'\n'), v.content ->> 'address',
      (select string_agg(concat_ws(E'\n', s.address, room.name, room.address), E'\n' order by s.number)
        from event_sessions s left join event_rooms room on room.id = s.room_id where s.event_id = d.id and s.dropped_at is null)))
    from events e join document_versions v on v.id = e.version_id where d.id = any(${[...eventIds]}::uuid[]) and e.id = d.id`.execute(
    tx,
  )
}

/**
 * Somebody with an active membership of the tenant may lead events, until they are put away. What is said of them is the
 * person's, not the membership's: administrators of one team name those who are in no other.
 */
export async function putFacilitator(
  ctx: Ctx,
  tx: WriteTx,
  userId: string,
  { about, isArchived }: { about: string; isArchived: boolean },
): Promise<void> {
  const member = await tx
    .selectFrom('memberships')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'active')
    .where(isWhollyLookedAfter(reachOf(ctx.actor, 'administrator'), sql`memberships.user_id`))
    .executeTakeFirst()
  if (!member) throw notFound()
  await Promise.all([
    sql`
      insert into event_facilitators as f (user_id, about, archived_at, added_at) values (${userId}, ${about}, ${isArchived ? ctx.now : null}::timestamptz, ${ctx.now})
      on conflict (tenant_id, user_id) do update set about = excluded.about, archived_at = case when excluded.archived_at is null then null else coalesce(f.archived_at, excluded.archived_at) end`.execute(
      tx,
    ),
    audit(ctx, tx, {
      action: 'events.putFacilitator',
      subjectType: 'user',
      subjectId: userId,
      after: { about, isArchived },
    }),
  ])
}
