import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound } from '../../../platform/problem.ts'

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
}

/** Somebody with an active membership of the tenant may lead events, until they are put away. */
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
