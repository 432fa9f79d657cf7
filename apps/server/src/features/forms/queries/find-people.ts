import type { PersonChoice } from '@learnt/contract/forms/operations'
import { hereStatuses } from '@learnt/contract/states'
import { fullName, searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/actor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { ContentProblem } from '../../documents/kind.ts'
import { findZone } from '../../schedules/queries.ts'

/** People named by a form who are not in this tenant. One statement; none if the form names nobody. */
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
 * People a manager may name in a form: their own people, themselves and their own managers, each once. `ids`: those of
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
