import type { permissions, SourceKind } from '@learnt/contract/permissions'
import type { MembershipStatus, ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import { isOpened } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { searchCondition, shownMembership } from '../../reach/queries/visible-members.ts'
import { isGiven } from './is-given.ts'

export interface DocumentPersonRow {
  id: string
  userId: string
  membershipId: string
  firstName: string
  lastName: string
  email: string
  memberStatus: MembershipStatus
  isOptional: boolean
  state: ProgressState
  isActive: boolean
  dueAt: Date | null
  assignedAt: Date
  sources: SourceKind[]
}

/** Everybody who has the document, by name, as far as the administrator sees them. */
export async function listDocumentPeople(
  ctx: Ctx,
  document: { type: string; id: string },
  query: z.output<typeof permissions.people.query>,
): Promise<{ rows: DocumentPersonRow[]; next: string | null; total: number }> {
  const list = `people:${document.id}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const found = sql`
    from assignments a join memberships m on m.user_id = a.user_id and ${shownMembership(ctx.actor)}
    where a.document_type = ${document.type} and a.document_id = ${document.id} and ${isGiven} and ${isOpened(reachOf(ctx.actor, 'administrator'), sql`a.id`, sql`a.user_id`)}
      and ${query.search ? searchCondition(query.search) : sql`true`}`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      sql<DocumentPersonRow>`
        select a.id, a.user_id, m.id as membership_id, m.shown_first_name as first_name, m.last_name, m.email, m.status as member_status, a.is_optional, a.state, a.is_active, a.due_at, a.assigned_at,
          array(select distinct s.kind from assignment_sources s where s.assignment_id = a.id order by s.kind) as sources
        ${found} and ${cursor ? sql`(m.last_name, m.shown_first_name, m.id) > (${cursor[0]}, ${cursor[1]}, ${cursor[2]})` : sql`true`}
        order by m.last_name, m.shown_first_name, m.id limit ${query.limit + 1}`.execute(tx),
      sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
    ]),
  )
  const rows = page.rows.slice(0, query.limit)
  const last = rows.at(-1)
  const next =
    page.rows.length > query.limit && last
      ? encodeCursor(ctx, list, [last.lastName, last.firstName, last.membershipId])
      : null
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}
