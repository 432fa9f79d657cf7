import type { NotificationKind, NotificationParams } from '@learnt/contract/notification-kinds'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Ctx } from './context.ts'
import { json, type WriteTx } from './db/database.ts'
import { newId } from './ids.ts'
import { announce } from './outbox.ts'

interface Notice<Kind extends NotificationKind> {
  readonly kind: Kind
  readonly params: Omit<NotificationParams[Kind], 'name'>
  /** Whose doing it was, where the words name somebody. */
  readonly by?: Actor
  readonly userId: string
  /** Where it is about one membership; else it is shown in all of the person's teams of the tenant. */
  readonly teamId?: string
  /** What it tells of: a second notice of the same person and key is dropped. */
  readonly key: string
  /** Path of the page that shows it. */
  readonly link?: string
  /** Where only the database knows by then whether it is to be told. */
  readonly onlyIf?: RawBuilder<SqlBool>
}

/**
 * About the account and who gets in: for nobody but its owner, also not for somebody who acts as them. Features declare theirs;
 * `app.ts` adds them.
 */
export const accountKinds: NotificationKind[] = []

/** For whom a notice is new, of many; a single one is refused by its key when it is written. */
const notToldYet = sql`and not exists (select from notifications n where n.user_id = w.user_id and n.key = w.key)`

/** More people than this are not told one by one over their sockets: all pages ask again, not all in one moment. */
const toldSingly = 200

/**
 * Tells a person in the notification centre, in the transaction of what it tells of. Not whoever has no active membership
 * (in that team): they cannot sign in, and it is not news any more when they can.
 */
export async function notify<Kind extends NotificationKind>(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  notice: Notice<Kind>,
): Promise<void> {
  const { kind, key, userId, by, teamId = null, link = null, onlyIf } = notice
  await notifyMany(ctx, tx, {
    kind,
    atMost: 1,
    from: sql`
      select ${userId}::uuid as user_id, ${teamId}::text as team_id, ${key}::text as key, ${link}::text as link,
        ${json(notice.params)}::jsonb ${by ? sql`|| jsonb_build_object('name', ${nameOf(by)})` : sql``} as params
      ${onlyIf ? sql`where ${onlyIf}` : sql``}`,
  })
}

/**
 * The same for the rows of a query with columns user_id, team_id, key, params and link; `kind` may be one of its columns.
 * `atMost`: how many rows it can have. Answers how many rows there were, and the greatest user_id, to go on behind it.
 */
export async function notifyMany(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  of: { kind: NotificationKind | null; from: RawBuilder<unknown>; atMost: number },
): Promise<{ seen: number; told: number; last: string | null }> {
  // Of many people each is looked up by index, also while the planner still takes the tables for empty.
  if (of.atMost > toldSingly) await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)
  const { rows } = await sql<{ seen: number; told: number; last: string | null; tenantId: string }>`
    with wanted as materialized (${of.from}),
    fresh as materialized (
      select w.*, row_number() over (order by w.user_id, w.key) as place from wanted w
      where exists (
          select from memberships m where m.user_id = w.user_id and m.status = 'active' and (w.team_id is null or m.team_id = w.team_id))
        ${of.atMost > 1 ? notToldYet : sql``}
    ),
    told as (
      insert into notifications (id, user_id, team_id, kind, key, params, link, created_at)
      select ${idOf(of.atMost)}, user_id, team_id, ${of.kind === null ? sql`kind` : sql`${of.kind}::text`}, key, params, link, ${ctx.now}::timestamptz
      from fresh order by user_id, key
      on conflict do nothing
      returning id, user_id
    ),
    announced as (
      insert into live_events (id, topic, user_id, kind, subject_id, at)
      select id, 'me', user_id, 'notification', id::text, ${ctx.now}::timestamptz from told where (select count(*) from told) <= ${toldSingly}
    )
    select (select count(*)::int from wanted) as seen, (select count(*)::int from told) as told,
      (select user_id from wanted order by user_id desc limit 1) as last, current_tenant() as tenant_id`.execute(tx)
  if (of.atMost > toldSingly) await sql`select set_config('enable_seqscan', 'on', true)`.execute(tx)
  const found = rows[0]
  if (found && found.told > toldSingly)
    await announce(ctx, tx, { topic: 'me', userId: null, kind: 'notification', id: found.tenantId })
  return found ?? { seen: 0, told: 0, last: null }
}

/**
 * Of each row an id as newId() makes them, in the order of `place`. It is known only there how many rows are new, often none
 * of thousands, so the ids are made there too: the time, the version, the place where a version 7 may count, and chance.
 */
function idOf(atMost: number): RawBuilder<string> {
  const id = newId()
  if (atMost === 1) return sql`${id}::uuid`
  return sql`(${id.slice(0, 15)}::text || lpad(to_hex(place / 4 % 4096), 3, '0') || '-' || to_hex(8 + place % 4) || substr(gen_random_uuid()::text, 21))::uuid`
}

/** Somebody's name as it is now, as an expression. */
export function nameOf(actor: Actor): RawBuilder<string> {
  return actor.name === undefined
    ? sql<string>`coalesce((select rtrim(shown_first_name || ' ' || last_name) from memberships where id = ${actor.membershipId}), '')`
    : sql<string>`${actor.name}::text`
}
