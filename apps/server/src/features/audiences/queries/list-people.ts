import type { audiences } from '@learnt/contract/audiences'
import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import { wholeRule } from '../../reach/policy.ts'
import { isListed, ruleCondition } from '../../reach/queries/match-people.ts'
import { searchCondition, shownMembership, visibleMembers } from '../../reach/queries/visible-members.ts'
import type { AudienceRow } from './list-audiences.ts'

export interface AudiencePersonRow {
  readonly id: string
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly status: MembershipStatus
  readonly position: string[]
}

/**
 * People of an audience by name, as far as the administrator sees them: on a list, of whatever status; of a rule, those
 * with an active membership that it matches, of the administrator's own team alone where they see no other.
 */
export async function listAudiencePeople(
  ctx: Ctx,
  audience: AudienceRow,
  query: z.output<typeof audiences.people.query>,
): Promise<{ rows: AudiencePersonRow[]; next: string | null; total: number }> {
  const list = `audience:${audience.id}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const isIn = audience.rule
    ? sql`m.user_id in (
        select m.user_id from memberships m
        where m.status = 'active' and ${visibleMembers(ctx.actor)} and ${ruleCondition(wholeRule({ ...audience.rule, audiences: [] }, []))})`
    : isListed([audience.id])
  const found = sql`
    from memberships m where ${shownMembership(ctx.actor)} and ${isIn} and ${query.search ? searchCondition(query.search) : sql`true`}`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      sql<AudiencePersonRow>`
        select m.id, m.user_id, m.shown_first_name as first_name, m.last_name, m.email, m.status, m.position
        ${found} and ${cursor ? sql`(m.last_name, m.shown_first_name, m.id) > (${cursor[0]}, ${cursor[1]}, ${cursor[2]})` : sql`true`}
        order by m.last_name, m.shown_first_name, m.id limit ${query.limit + 1}`.execute(tx),
      sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
    ]),
  )
  const rows = page.rows.slice(0, query.limit)
  const last = rows.at(-1)
  const next =
    page.rows.length > query.limit && last ? encodeCursor(ctx, list, [last.lastName, last.firstName, last.id]) : null
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}
