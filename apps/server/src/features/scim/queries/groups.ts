import { scimLimits } from '@learnt/contract/scim'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

export interface GroupRow {
  readonly id: string
  readonly title: string
  readonly externalId: string
  readonly createdAt: Date
  readonly updatedAt: Date
  /** What changes with anything of it. */
  readonly version: string
  readonly people: number
  /** Null: not asked for, or too many to be answered. */
  readonly members: readonly { readonly id: string; readonly name: string }[] | null
}

const ofGroup = sql`scim_groups g join audiences a on a.id = g.audience_id`

/** People `p` of a group who are known to SCIM in the group's team, with their memberships `m`. */
const people = sql`audience_people p join memberships m on m.user_id = p.user_id and m.team_id = g.team_id and m.status <> 'archived'
  where p.audience_id = g.audience_id`

/** Columns of a group: of `g`, its row, and `a`, the saved audience. */
function selected(withMembers: boolean) {
  return sql`
    g.audience_id as id, a.title, g.external_id, g.created_at, greatest(g.updated_at, a.updated_at) as updated_at,
    counted.people, concat_ws('.', g.revision, a.revision, counted.people, extract(epoch from counted.last)) as version,
    ${
      withMembers
        ? sql`case when counted.people > ${scimLimits.members} then null else coalesce((
            select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', rtrim(m.first_name || ' ' || m.last_name)) order by m.sort_name, m.id)
            from ${people}), '[]') end`
        : sql`null`
    } as members`
}

const counted = sql`cross join lateral (select count(*)::int as people, max(p.added_at) as last from ${people}) counted`

export async function findGroup(
  tx: ReadTx,
  teamId: string,
  id: string,
  { members, locks = false }: { members: boolean; locks?: boolean },
): Promise<GroupRow | null> {
  const [, { rows }] = await Promise.all([
    // Locked apart: the version is read of what was waited for.
    locks
      ? sql`select 1 from scim_groups where audience_id = ${id} and team_id = ${teamId} for no key update`.execute(tx)
      : null,
    sql<GroupRow>`
      select ${selected(members)} from ${ofGroup} ${counted} where g.audience_id = ${id} and g.team_id = ${teamId}`.execute(
      tx,
    ),
  ])
  return rows[0] ?? null
}

/** The group with what `g`, a statement that writes its row of `scim_groups`, has made of it. */
export async function findWrittenGroup(tx: ReadTx, g: RawBuilder<unknown>): Promise<GroupRow> {
  const { rows } = await sql<GroupRow>`
    with g as (${g} returning *) select ${selected(true)} from g join audiences a on a.id = g.audience_id ${counted}`.execute(
    tx,
  )
  return rows[0] as GroupRow
}

export async function listGroups(
  tx: ReadTx,
  teamId: string,
  of: { where: RawBuilder<boolean>; order: RawBuilder<unknown>; offset: number; limit: number; members: boolean },
): Promise<{ rows: GroupRow[]; total: number }> {
  const found = sql`g.team_id = ${teamId} and ${of.where}`
  const [{ rows }, { rows: total }] = await Promise.all([
    of.limit === 0
      ? { rows: [] }
      : sql<GroupRow>`
          select ${selected(of.members)} from ${ofGroup} ${counted} where ${found} order by ${of.order} offset ${of.offset} limit ${of.limit}`.execute(
          tx,
        ),
    sql<{ total: number }>`select count(*)::int as total from ${ofGroup} where ${found}`.execute(tx),
  ])
  return { rows, total: total[0]?.total ?? 0 }
}
