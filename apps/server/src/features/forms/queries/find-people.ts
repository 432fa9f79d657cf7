import type { PersonChoice } from '@learnt/contract/forms/operations'
import { hereStatuses } from '@learnt/contract/states'
import { fullName, searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/actor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isOpened } from '../../assignments/queries.ts'
import type { ContentProblem } from '../../documents/kind.ts'
import { isReached, isWhollyReached, reachOf } from '../../permissions/queries/reach.ts'
import { shownMembership } from '../../permissions/queries/visible-members.ts'
import { findZone } from '../../schedules/queries.ts'

/** People whom a form names and whom this tenant does not have. One statement; none for none. */
export async function findUnknownPeople(
  tx: ReadTx,
  named: readonly { path: string; userId: string }[],
): Promise<ContentProblem[]> {
  if (named.length === 0) return []
  const rows = await tx
    .selectFrom('memberships')
    .select('userId')
    .distinct()
    .where('userId', 'in', [...new Set(named.map((one) => one.userId))])
    .execute()
  const known = new Set(rows.map((row) => row.userId))
  return named.flatMap(({ path, userId }) => (known.has(userId) ? [] : [{ path, code: 'personUnknown', title: '' }]))
}

type PersonChoiceRow = z.input<typeof PersonChoice>

/**
 * People whom a manager may name in a form: their own people, themselves and their own managers, each once. `ids`: those of
 * them; else 20 whose names have every word.
 */
export async function findChoices(
  tx: ReadTx,
  actor: Actor,
  of: { search?: string; ids?: readonly string[] | undefined },
): Promise<PersonChoiceRow[]> {
  const me = actor.userId
  const patterns = patternsOf(of.search ?? '')
  const isOwn = sql<boolean>`${me} = any (m.all_managers)`
  const { rows } = await sql<PersonChoiceRow>`
    select * from (
      select distinct on (m.user_id) m.id, m.user_id, m.shown_first_name as first_name, m.last_name, m.position, m.status, m.sort_name,
        case when ${isOwn} or m.user_id = ${me} then m.email else '' end as email
      from memberships m
      where m.status = any(${hereStatuses}::text[])
        and (${isOwn} or m.user_id = ${me} or exists (select from memberships o where o.user_id = ${me} and m.user_id::text = any (o.all_managers)))
        and ${of.ids ? sql`m.user_id = any(${of.ids}::uuid[])` : sql`search_form(m.shown_first_name || ' ' || m.last_name) like all (${patterns}::text[])`}
      order by m.user_id, ${isOwn} desc, m.is_primary desc, m.id
    ) one order by sort_name, user_id limit ${of.ids ? of.ids.length : 20}`.execute(tx)
  return rows
}

function patternsOf(search: string): string[] {
  return searchForm(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/**
 * Whether an administrator may give extra time for a form to the person of a membership `memberships`: it counts for all of
 * their attempts, so the form is given to them by what the administrator looks after, or they are wholly theirs.
 */
export function mayHaveExtraTime(actor: Actor, formId: string): RawBuilder<boolean> {
  const of = reachOf(actor, 'administrator')
  const userId = sql`memberships.user_id`
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`(${isWhollyReached(of, userId)} or ${isReached(of, userId)} and exists (
    select from assignments a where a.document_id = ${formId} and a.user_id = ${userId} and ${isOpened(of, sql`a.id`, userId)}))`
}

/** Who has extra time for a form, by name, of those to whom the administrator may give it. */
export async function listExtraTimes(
  tx: ReadTx,
  actor: Actor,
  formId: string,
): Promise<{ userId: string; firstName: string; lastName: string; percent: number }[]> {
  const { rows } = await sql<{ userId: string; firstName: string; lastName: string; percent: number }>`
    select x.user_id, m.shown_first_name as first_name, m.last_name, x.percent from extra_times x
    join memberships m on m.user_id = x.user_id and ${shownMembership(actor)}
    where x.form_id = ${formId} and m.id in (select id from memberships where ${mayHaveExtraTime(actor, formId)})
    order by m.last_name, m.shown_first_name, x.user_id limit 1000`.execute(tx)
  return rows
}

/** The caller's name and the tenant's zone, for what is printed. */
export async function findOwnName(tx: ReadTx, actor: Actor): Promise<{ name: string; zone: string }> {
  const [person, zone] = await Promise.all([
    tx
      .selectFrom('memberships')
      .select(['shownFirstName as firstName', 'lastName'])
      .where('id', '=', actor.membershipId)
      .executeTakeFirst(),
    findZone(tx),
  ])
  return { name: person ? fullName(person) : '', zone }
}
