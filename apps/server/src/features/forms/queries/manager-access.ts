import type { ProgressState } from '@learnt/contract/states'
import { hereStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isOpened } from '../../assignments/queries.ts'
import { isGiven } from '../../permissions/queries/is-given.ts'
import { searchCondition } from '../../reach/queries/visible-members.ts'

export interface FormPersonRow {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly position: string[]
  readonly has: boolean
  readonly isOptional: boolean
  readonly state: ProgressState
  readonly dueAt: Date | null
  readonly byHand: boolean
  readonly byRule: boolean
}

/** The caller's own people, each once, with whether they have the form. */
export async function listFormPeople(
  ctx: Ctx,
  tx: ReadTx,
  formId: string,
  query: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ rows: FormPersonRow[]; next: string | null; total: number }> {
  const list = `form-people:${formId}`
  const after = decodeCursor(ctx, list, query.cursor)
  const me = ctx.actor.userId
  const isOwn = sql<boolean>`${me} = any (o.all_managers)`
  const found = sql`
    from memberships m
    left join assignments a on a.user_id = m.user_id and a.document_type = 'form' and a.document_id = ${formId} and a.ended_at is null
      and ${isGiven} and ${isOpened(isOwn, sql`a.id`, sql`a.user_id`)}
    where ${me} = any (m.all_managers) and m.status = any(${hereStatuses}::text[])
      and not exists (select from memberships o where o.user_id = m.user_id and o.id < m.id and ${isOwn} and o.status = any(${hereStatuses}::text[]))
      and ${query.search ? searchCondition(query.search) : sql`true`}`
  const has = (kind: string) =>
    sql`exists (select from assignment_sources s where s.assignment_id = a.id and s.kind = ${kind})`
  const [page, count] = await Promise.all([
    sql<FormPersonRow>`
      select m.user_id, m.shown_first_name as first_name, m.last_name, m.email, m.position, a.id is not null as has, coalesce(a.is_optional, false) as is_optional,
        coalesce(a.state, 'notstarted') as state, a.due_at, ${has('manual')} as by_hand, ${has('rule')} as by_rule
      ${found} and ${after ? sql`(m.last_name, m.shown_first_name, m.user_id) > (${after[0]}, ${after[1]}, ${after[2]}::uuid)` : sql`true`}
      order by m.last_name, m.shown_first_name, m.user_id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, {
      limit: query.limit,
      key: (last) => [last.lastName, last.firstName, last.userId],
    }),
    total: count.rows[0]?.total ?? 0,
  }
}

export interface FormRuleRow {
  readonly id: string
  readonly title: string
  readonly positions: string[]
  readonly isOptional: boolean
  readonly dueDays: number | null
  readonly status: 'active' | 'inactive'
  readonly people: number
}

/** Rules of a form over the caller's people and nobody else, newest first; one of them, where it is named. */
export async function listFormRules(
  tx: ReadTx,
  of: { managerId: string; formId: string; permissionId?: string },
): Promise<FormRuleRow[]> {
  const { rows } = await sql<FormRuleRow>`
    select p.id, p.title, coalesce(p.rule->'rule'->'position', '[]') as positions, p.is_optional, (p.due->>'days')::int as due_days, p.status,
      (select count(*)::int from assignment_sources s where s.source_id = p.id and s.kind = 'rule') as people
    from permissions p
    where p.document_type = 'form' and p.document_id = ${of.formId} and ${of.permissionId ? sql`p.id = ${of.permissionId}` : sql`true`}
      and p.rule->'rule'->'managers' = jsonb_build_array(${of.managerId}::text)
      and p.rule->'groups' = '[]' and p.rule->'audiences' = '[]' and not (p.rule->>'everyone')::boolean
    order by p.created_at desc, p.id desc limit 200`.execute(tx)
  return rows
}

/** Positions of the caller's people. */
export async function listOwnPositions(tx: ReadTx, managerId: string): Promise<string[]> {
  const { rows } = await sql<{ position: string }>`
    select distinct one as position from memberships m, unnest(m.position) one
    where ${managerId} = any (m.all_managers) and m.status = any(${hereStatuses}::text[]) order by one limit 500`.execute(
    tx,
  )
  return rows.map((row) => row.position)
}
