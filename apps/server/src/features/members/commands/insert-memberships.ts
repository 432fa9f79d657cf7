import type { Role } from '@learnt/contract/roles'
import { leaveStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type NewRow, type WriteTx } from '../../../platform/db/database.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { keepAlike, keepManagers } from './keep-in-step.ts'
import { columnOf, type Field, isWhollyTheirs, shapeOf } from './member-columns.ts'
import { putDirectory } from './put-directory.ts'

/** What is written of a new membership; all else has its default. */
export type NewMembership = Partial<
  Omit<
    NewRow<'memberships'>,
    | 'tenantId'
    | 'id'
    | 'searchText'
    | 'isPrimary'
    | 'awaySince'
    | 'avatar'
    | 'roles'
    | 'managers'
    | 'createdAt'
    | 'updatedAt'
  >
> &
  Pick<NewRow<'memberships'>, 'userId' | 'teamId' | 'firstName' | 'lastName'> & {
    readonly roles?: readonly Role[]
    readonly managers?: readonly string[]
  }

/**
 * The one way to add memberships, with all that stands for them elsewhere: the directory, the manager relation, what rules
 * give. `renames`: what people are called goes to their other teams too, where all of these are the actor's.
 */
export async function insertMemberships(
  ctx: Ctx,
  tx: WriteTx,
  people: readonly NewMembership[],
  { renames = false }: { renames?: boolean } = {},
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(({ roles = ['learner'], status = 'active', username = '', ...one }) => ({
    ...{ ...one, roles, status, username },
    awaySince: leaveStatuses.includes(status) ? ctx.now : null,
  }))
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((field) => field !== 'preferredName')
  const told = rows.map((row) =>
    Object.fromEntries([
      ...fields.map((field) => [columnOf(field), keptValue(row, field)]),
      ['preferred_name', row.preferredName ?? null],
    ]),
  )
  const columns = fields.map((field) => sql.ref(columnOf(field)))
  const ids = rows.map((row) => `${row.userId}:${row.teamId}`)
  const led = rows.filter((row) => row.managers?.length)
  // What a person is called and looks like is the same in all teams of the tenant.
  const called = renames
    ? sql`case when ${isWhollyTheirs(ctx.actor, sql`p.user_id`)} then p.preferred_name end, known.preferred_name`
    : sql`known.preferred_name, p.preferred_name`
  // In one round trip, one after the other.
  await Promise.all([
    sql`
      insert into memberships (id, ${sql.join(columns)}, preferred_name, avatar, is_primary, created_at, updated_at)
      select p.user_id || ':' || p.team_id, ${sql.join(columns.map((column) => sql`p.${column}`))}, coalesce(${called}, ''), coalesce(known.avatar, ''),
        not exists (select from memberships o where o.user_id = p.user_id and o.is_primary), ${ctx.now}, ${ctx.now}
      from jsonb_populate_recordset(null::memberships, ${json(told)}) p
      left join lateral (
        select o.preferred_name, o.avatar from memberships o where o.user_id = p.user_id order by o.is_primary desc limit 1
      ) known on true`.execute(tx),
    putDirectory(ctx, tx, rows),
    keepManagers(
      tx,
      led.map((row) => row.userId),
    ),
    renames && rows.some((row) => row.preferredName) ? keepAlike(ctx, tx, ids) : null,
    // A new membership asks all rules, which `status` stands for.
    reevaluateMembers(ctx, tx, ids, ['status']),
  ])
}

/** A field as it is kept; of one of which nothing is said, the blank. */
function keptValue(row: object, field: string): unknown {
  const value = (row as Record<string, unknown>)[field]
  return value === undefined ? { text: '', day: null, list: [], managers: [] }[shapeOf(field as Field)] : value
}
