import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { lockPeople, lockRules } from '../../permissions/commands/lock-rules.ts'
import { reevaluateListed } from '../../permissions/commands/reevaluate-members.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'
import { removableMembers, type Selection, selectedMembers } from '../queries/selected-members.ts'
import { applyUses } from './apply-uses.ts'

/** People who are looked at one by one; with more of them, permissions that name the list are applied anew. */
const peopleAtOnce = 1000

interface Changed {
  readonly count: number
  /** At most one more than are looked at one by one. */
  readonly userIds: readonly string[]
}

/** Whoever is put on a list has what it gives when this is answered, or by the jobs of its permissions where they are many. */
export async function addPeople(ctx: Ctx, audienceId: string, selection: Selection): Promise<number> {
  return ctx.write(async (tx) => {
    const title = await lockList(tx, audienceId, selection)
    const added = await insertPeople(ctx, tx, audienceId, selection)
    await follow(ctx, tx, audienceId, added)
    await audit(ctx, tx, {
      action: 'audiences.addPeople',
      subjectType: 'audience',
      subjectId: audienceId,
      subjectTitle: title,
      after: { selection, people: added.count },
    })
    return added.count
  })
}

export async function removePeople(ctx: Ctx, audienceId: string, selection: Selection): Promise<number> {
  return ctx.write(async (tx) => {
    const title = await lockList(tx, audienceId, selection)
    const { rows } = await sql<Changed>`
      with removed as (
        delete from audience_people
        where audience_id = ${audienceId} and user_id in (${removableMembers(ctx.actor, audienceId, selection)}) returning user_id
      )
      ${changed('removed')}`.execute(tx)
    const removed = rows[0] ?? { count: 0, userIds: [] }
    await follow(ctx, tx, audienceId, removed)
    await audit(ctx, tx, {
      action: 'audiences.removePeople',
      subjectType: 'audience',
      subjectId: audienceId,
      subjectTitle: title,
      before: { selection, people: removed.count },
    })
    return removed.count
  })
}

/** In the order of their ids, so that two who add the same people wait for each other. */
export async function insertPeople(ctx: Ctx, tx: WriteTx, audienceId: string, selection: Selection): Promise<Changed> {
  const { rows } = await sql<Changed>`
    with added as (
      insert into audience_people (audience_id, user_id, added_by, added_at)
      select ${audienceId}::uuid, user_id, ${ctx.actor.userId}::uuid, ${ctx.now}::timestamptz
      from (select distinct user_id from (${selectedMembers(ctx.actor, selection)}) selected order by user_id) one
      on conflict do nothing returning user_id
    )
    ${changed('added')}`.execute(tx)
  return rows[0] ?? { count: 0, userIds: [] }
}

function changed(name: 'added' | 'removed') {
  return sql`
    select count(*)::int as count, array(select user_id from ${sql.raw(name)} order by user_id limit ${peopleAtOnce + 1}) as user_ids
    from ${sql.raw(name)}`
}

/** Named people change as people do; how many a filter matches is not known before, and they may be a change of the rule. */
async function lockList(tx: WriteTx, audienceId: string, selection: Selection): Promise<string> {
  await lockRules(tx, selection.by === 'filter' ? 'alone' : 'shared')
  const audience = await tx
    .selectFrom('audiences')
    .select(['kind', 'title'])
    .where('id', '=', audienceId)
    .executeTakeFirst()
  if (!audience) throw notFound()
  if (audience.kind !== 'people') throw invalid({ 'body.selection': 'invalid' })
  return audience.title
}

async function follow(
  ctx: Ctx,
  tx: WriteTx,
  audienceId: string,
  { count, userIds }: Changed,
  { areLocked = false }: { areLocked?: boolean } = {},
): Promise<void> {
  if (count === 0) return
  if (count <= peopleAtOnce) return reevaluateListed(ctx, tx, audienceId, userIds, { areLocked })
  await tx
    .updateTable('audiences')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', audienceId)
    .execute()
  await applyUses(ctx, tx, audienceId)
}

/** What another system says of a list that it looks after: whom it adds, whom it takes off, or that there is nobody else. */
export interface ListChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly onlyAdded: boolean
}

/**
 * Changes a list of people in the caller's transaction, after lockForList(), before which nothing else is locked. Only
 * people `m` of the memberships that the actor sees are taken off.
 */
export async function changeList(
  ctx: Ctx,
  tx: WriteTx,
  audience: { readonly id: string; readonly title: string },
  change: ListChange,
): Promise<void> {
  const { add, remove, onlyAdded } = change
  const areLocked = !changesMany(change)
  const gone = onlyAdded ? sql`p.user_id <> all (${[...add]}::uuid[])` : sql`p.user_id = any (${[...remove]}::uuid[])`
  const of = {
    action: 'audiences.addPeople',
    subjectType: 'audience',
    subjectId: audience.id,
    subjectTitle: audience.title,
  } as const
  if (onlyAdded || remove.length > 0) {
    const { rows } = await sql<Changed>`
      with removed as (
        delete from audience_people p where p.audience_id = ${audience.id} and ${gone}
          and p.user_id in (select m.user_id from memberships m where ${visibleMembers(ctx.actor)}) returning p.user_id
      )
      ${changed('removed')}`.execute(tx)
    const removed = rows[0] ?? { count: 0, userIds: [] }
    await follow(ctx, tx, audience.id, removed, { areLocked })
    if (removed.count > 0)
      await audit(ctx, tx, {
        ...of,
        action: 'audiences.removePeople',
        before: { people: removed.count, userIds: removed.userIds },
      })
  }
  if (add.length === 0) return
  const { rows } = await sql<Changed>`
    with added as (
      insert into audience_people (audience_id, user_id, added_by, added_at)
      select ${audience.id}::uuid, user_id, ${ctx.actor.userId}::uuid, ${ctx.now}::timestamptz
      from (select distinct user_id from unnest(${[...add]}::uuid[]) user_id order by user_id) one
      on conflict do nothing returning user_id
    )
    ${changed('added')}`.execute(tx)
  const added = rows[0] ?? { count: 0, userIds: [] }
  await follow(ctx, tx, audience.id, added, { areLocked })
  if (added.count > 0) await audit(ctx, tx, { ...of, after: { people: added.count, userIds: added.userIds } })
}

/** Before a list changes: the people, or the rules' lock alone where so many may change that permissions are applied as a whole. */
export function lockForList(tx: WriteTx, change: ListChange): Promise<void> {
  return changesMany(change) ? lockRules(tx, 'alone') : lockPeople(tx, [...change.add, ...change.remove])
}

function changesMany({ add, remove, onlyAdded }: ListChange): boolean {
  return onlyAdded || add.length > peopleAtOnce || remove.length > peopleAtOnce
}
