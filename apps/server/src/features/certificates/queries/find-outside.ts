import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import { isMadeFor } from '../../reach/queries/visible-members.ts'
import type { OutsideSubject } from '../policy.ts'

export interface OutsideRow extends OutsideSubject {
  readonly id: string
  readonly title: string
  readonly issuer: string
  readonly issuedDay: string
  readonly validUntil: string | null
  readonly reason: string
  readonly decidedBy: string
  readonly decidedAt: Date | null
  readonly createdAt: Date
  readonly name: string
  readonly file: { id: string; name: string; contentType: string; size: number }
}

function columns(ctx: Ctx): RawBuilder<unknown> {
  const nameOf = (userId: string) =>
    sql`coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = ${sql.ref(userId)} and m.is_primary), '')`
  return sql`
    a.id, a.user_id, a.title, a.issuer, a.issued_day, a.valid_until, a.state, a.reason, a.decided_at, a.created_at, ${nameOf('a.userId')} as name,
    ${nameOf('a.decidedBy')} as decided_by, ${isShownTo(ctx)} as is_seen,
    jsonb_build_object('id', f.id, 'name', f.name, 'contentType', f.content_type, 'size', f.size) as file`
}

/** Whether the caller looks after the membership in which a certificate `a` was handed in, or all that its person is. */
function isShownTo({ actor }: Ctx): RawBuilder<boolean> {
  return isMadeFor(actor, { membershipId: sql`a.membership_id`, userId: sql`a.user_id` })
}

const tables = sql`from outside_certificates a join files f on f.id = a.file_id`

export async function findOutside(ctx: Ctx, tx: ReadTx, id: string): Promise<OutsideRow | null> {
  const { rows } = await sql<OutsideRow>`select ${columns(ctx)} ${tables} where a.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** One's own, newest first; or those of the people whom the caller looks after, oldest first. */
export async function listOutside(
  ctx: Ctx,
  tx: ReadTx,
  of: 'own' | 'seen',
  query: {
    search?: string | undefined
    state?: string[] | undefined
    userId?: string | undefined
    cursor?: string | undefined
    limit: number
  },
) {
  const list = `outside-certificates:${of}`
  const after = decodeCursor(ctx, list, query.cursor)
  const isShown = of === 'own' ? sql`a.user_id = ${ctx.actor.userId}` : isShownTo(ctx)
  const found = sql`
    ${tables} where ${isShown} and ${query.userId ? sql`a.user_id = ${query.userId}` : sql`true`}
      and ${query.state?.length ? sql`a.state = any(${query.state}::text[])` : sql`true`}
      and ${hasWords(sql`a.title || ' ' || a.issuer`, query.search)}`
  const [sign, order] = of === 'own' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const [page, count] = await Promise.all([
    sql<OutsideRow & { createdText: string }>`
      select ${columns(ctx)}, a.created_at::text as created_text ${found}
        and ${after ? sql`(a.created_at, a.id) ${sign} (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by a.created_at ${order}, a.id ${order} limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.createdText, last.id] })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}
