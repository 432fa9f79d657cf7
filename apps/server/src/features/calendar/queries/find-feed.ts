import { sql } from 'kysely'
import type { ReadTx, Row } from '../../../platform/db/database.ts'

export type FeedRow = Row<'calendarFeeds'>

export function findOwnFeed(tx: ReadTx, userId: string): Promise<FeedRow | undefined> {
  return tx.selectFrom('calendarFeeds').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** The feed that a token opens, with its person's language. There is none for a suspended person or tenant. */
export async function findOpenFeed(
  tx: ReadTx,
  tokenHash: Buffer,
): Promise<{ userId: string; createdAt: Date; readAt: Date | null; locale: string | null } | null> {
  const [feeds, status] = await Promise.all([
    sql<{ userId: string; createdAt: Date; readAt: Date | null; locale: string | null }>`
      select f.user_id, f.created_at, f.read_at, m.preferences ->> 'locale' as locale
      from calendar_feeds f join memberships m on m.user_id = f.user_id and m.status = 'active'
      where f.token_hash = ${tokenHash} order by m.preferences ->> 'locale' nulls last limit 1`.execute(tx),
    sql<{ status: string | null }>`select control.status_of_tenant() as status`.execute(tx),
  ])
  return status.rows[0]?.status === 'active' ? (feeds.rows[0] ?? null) : null
}
