import { unreadCountedAtMost } from '@learnt/contract/notification-kinds'
import type { notificationFilters } from '@learnt/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { ReadTx, Row } from '../../platform/db/database.ts'
import { countUpTo, type Total } from '../../platform/list-counts.ts'
import { accountKinds } from '../../platform/notify.ts'
import { isWhollyReached, reachOf } from '../reach/queries/look-after.ts'
import { unseenKinds } from './policy.ts'

const columns = ['id', 'userId', 'teamId', 'kind', 'params', 'link', 'createdAt', 'readAt'] as const
export type NotificationRow = Pick<Row<'notifications'>, (typeof columns)[number]>

type Reader = Pick<Actor, 'userId' | 'teamId' | 'impersonator'>

/** What somebody sees of the notifications, as a condition. */
export function ownNotifications(reader: Reader): RawBuilder<boolean> {
  const unseen = unseenKinds(reader)
  return sql<boolean>`
    user_id = ${reader.userId} and (team_id is null or team_id = ${reader.teamId})
    ${unseen.length > 0 ? sql`and kind <> all(${[...unseen]}::text[])` : sql``}`
}

interface Asked {
  readonly limit: number
  readonly after: readonly [createdAt: string, id: string] | null
}
type ListedNotifications = { rows: (NotificationRow & { createdText: string })[] } & Total

/** One page, newest first; two statements, one round trip. */
export function listNotifications(
  tx: ReadTx,
  actor: Actor,
  of: Asked & { filter: (typeof notificationFilters)[number] },
): Promise<ListedNotifications> {
  return listMatching(
    tx,
    sql<boolean>`${ownNotifications(actor)} ${of.filter === 'unread' ? sql`and read_at is null` : sql``}`,
    of,
  )
}

/**
 * The same of a person whom an administrator looks after: those of the administrator's team. Those of no team tell of all
 * that the person does, so they take the whole person.
 */
export function listNotificationsOf(tx: ReadTx, actor: Actor, userId: string, of: Asked): Promise<ListedNotifications> {
  const isWhole = isWhollyReached(reachOf(actor, 'administrator'), sql`${userId}::uuid`)
  const isSeen = actor.wholeTenant ? sql`true` : sql`(team_id = ${actor.teamId} or team_id is null and ${isWhole})`
  return listMatching(
    tx,
    sql<boolean>`user_id = ${userId} and ${isSeen} and kind <> all(${[...accountKinds]}::text[])`,
    of,
  )
}

async function listMatching(tx: ReadTx, matches: RawBuilder<boolean>, of: Asked): Promise<ListedNotifications> {
  const [rows, total] = await Promise.all([
    tx
      .selectFrom('notifications')
      .select(columns)
      .select(sql<string>`created_at::text`.as('createdText'))
      .where(matches)
      .$if(of.after !== null, (query) =>
        query.where(sql<boolean>`(created_at, id) < (${of.after?.[0]}::text::timestamptz, ${of.after?.[1]}::uuid)`),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(of.limit + 1)
      .execute(),
    countUpTo(tx, sql`notifications where ${matches}`),
  ])
  return { rows, ...total }
}

export function findNotification(tx: ReadTx, id: string): Promise<NotificationRow | undefined> {
  return tx.selectFrom('notifications').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The unread ones of somebody, counted up to 100, as an expression: the start-up answer takes it along. */
export function unreadCount(reader: Reader): RawBuilder<number> {
  return sql<number>`(
    select count(*)::int from (
      select from notifications where ${ownNotifications(reader)} and read_at is null limit ${sql.lit(unreadCountedAtMost)}
    ) unread)`
}

export async function countUnread(tx: ReadTx, reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${unreadCount(reader)} as count`.execute(tx)
  return rows[0]?.count ?? 0
}
