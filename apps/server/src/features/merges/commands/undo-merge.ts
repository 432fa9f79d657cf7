import type { AnswerOf } from '@learnt/contract/endpoint'
import type { merges } from '@learnt/contract/merges'
import { organisationFields } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'
import { changeAssignments } from '../../assignments/commands/change-assignments.ts'
import { recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { recountLastActivity } from '../../assignments/commands/recount-rollups.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { dayInZone } from '../../assignments/queries.ts'
import { keepManagers, keepPrimary } from '../../members/commands/keep-in-step.ts'
import { memberPolicy } from '../../members/policy.ts'
import { listMembershipsOf } from '../../members/queries.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { postPoints } from '../../points/commands/post-points.ts'
import { refuseUndo } from '../policy.ts'
import { findMerge, isAnyUnderErasure, type MergeRow } from '../queries/find-merges.ts'
import { ruleColumns } from '../queries/person-columns.ts'
import { isRow, type TableShape } from '../queries/tables.ts'
import { listContainers, putInDirectory } from './merge-people.ts'
import { movedTables, readShapes, restoreColumns, table } from './merge-rows.ts'

type Answer = AnswerOf<typeof merges.undo>

/**
 * Gives both records back what they were, in one transaction. What happened since stays with the one that stayed: a field
 * that changed again, a document that was worked on, points that were spent. See decision 0059.
 */
export function undoMerge(ctx: Ctx, mergeId: string): Promise<Answer> {
  return ctx.write(async (tx) => {
    await lockRules(tx, 'alone')
    await sql`select from person_merges where id = ${mergeId} for update`.execute(tx)
    const merge = await findMerge(tx, mergeId)
    if (!merge) throw notFound()
    const people = [merge.stayUserId, merge.goneUserId]
    await sql`select from memberships where user_id = any (${people}::uuid[]) order by id for update`.execute(tx)
    const all = (await Promise.all(people.map((userId) => listMembershipsOf(tx, userId)))).flat()
    for (const one of all) authorize(ctx.actor, memberPolicy.read, one)
    const refusal = refuseUndo(ctx.actor, {
      all,
      isUndone: merge.undoneAt !== null,
      isOver: merge.undoUntil <= ctx.now,
      isErased: await isAnyUnderErasure(tx, people),
    })
    authorize(ctx.actor, () => refusal, merge)

    const { shape } = await readShapes(tx)
    const kept = await listWorkedOn(tx, merge)
    const keptIds = kept.map((one) => one.id)
    const restored = await restoreAssignments(ctx, tx, merge, shape, keptIds)
    for (const name of [...movedTables, ...ruleColumns.map((one) => one.table)])
      await restoreColumns(
        tx,
        shape(name),
        mergeId,
        movedWithAssignment.has(name)
          ? sql`(t.assignment_id is null or t.assignment_id <> all (${keptIds}::uuid[]))`
          : sql`true`,
      )
    const managed = await listManaged(tx, merge)
    // The one that stayed first: an address or a user name is one person's.
    const isGone = sql`r.row_key ->> 'id' = any (${goneIdsOf(all, merge)}::text[])`
    await restoreColumns(tx, shape('memberships'), mergeId, sql`not ${isGone}`)
    await putInDirectory(ctx, tx, merge.stayUserId)
    await restoreColumns(tx, shape('memberships'), mergeId, isGone)
    await tidyRecords(ctx, tx, people)
    const pointsMissing = await returnPoints(ctx, tx, merge)
    await keepManagers(tx, [...people, ...managed.map((one) => one.userId)])
    await keepPrimary(tx, people)

    await settleAssignments(ctx, tx, restored)
    await reevaluateMembers(
      ctx,
      tx,
      [...all.map((one) => `${one.userId}:${one.teamId}`), ...managed.map((one) => one.id)],
      ['status', 'managers', ...organisationFields],
    )
    for (const userId of people) await recomputeContainers(ctx, tx, await listContainers(tx, userId))
    await recountLastActivity(tx, people)
    await sql`update person_merges set undone_at = ${ctx.now}, undone_by = ${ctx.actor.userId} where id = ${mergeId}`.execute(
      tx,
    )
    const titles = [...new Set(kept.map((one) => one.title))]
    for (const [subjectId, subjectTitle] of [
      [merge.stayMembershipId, merge.stayName],
      [goneIdsOf(all, merge)[0] ?? '', merge.goneName],
    ] as const)
      await audit(ctx, tx, {
        action: 'members.undoMerge',
        subjectType: 'membership',
        subjectId,
        subjectTitle,
        after: { mergeId, kept: titles, pointsMissing },
      })
    return { kept: titles, pointsMissing }
  })
}

const goneIdsOf = (all: readonly { userId: string; teamId: string }[], merge: MergeRow) =>
  all.filter((one) => one.userId === merge.goneUserId).map((one) => `${one.userId}:${one.teamId}`)

/** Tables whose rows belong to an assignment: those of one that stays, stay with it. */
const movedWithAssignment: ReadonlySet<string> = new Set([
  'attempts',
  'badge_awards',
  'certificates',
  'due_extensions',
  'earlier_sources',
  'ratings',
  'statements',
  'step_waivers',
  'submissions',
])

/** What of an assignment says that somebody worked on it, or had it anew. */
const worked = [
  'state',
  'progress',
  'score',
  'seconds',
  'activities_done',
  'started_at',
  'completed_at',
  'last_activity_at',
  'ended_at',
  'cycle',
] as const

/** Assignments of all documents of which one was worked on since: such a document stays whole. */
async function listWorkedOn(tx: WriteTx, merge: MergeRow): Promise<{ id: string; title: string }[]> {
  const differs = worked.map(
    (name) => sql`to_jsonb(a) -> ${sql.lit(name)} is distinct from r.after -> ${sql.lit(name)}`,
  )
  const { rows } = await sql<{ id: string; title: string }>`
    with touched as (
      select a.id, a.document_id, a.user_id <> ${merge.stayUserId} or ${sql.join(differs, sql` or `)} as is_worked
      from person_merge_rows r join assignments a on a.id = (r.row_key ->> 'id')::uuid
      where r.merge_id = ${merge.id} and r.table_name = 'assignments'
    )
    select t.id, d.title from touched t join documents d on d.id = t.document_id
    where t.document_id in (select document_id from touched where is_worked) order by d.title, t.id`.execute(tx)
  return rows
}

/** Assignments and their sources as they were; of those that stay, the other record has a copy of what it had. */
async function restoreAssignments(
  ctx: Ctx,
  tx: WriteTx,
  merge: MergeRow,
  shape: (name: string) => TableShape,
  keptIds: readonly string[],
): Promise<string[]> {
  const { rows: free } = await sql<{ id: string }>`
    select a.id from person_merge_rows r join assignments a on a.id = (r.row_key ->> 'id')::uuid
    where r.merge_id = ${merge.id} and r.table_name = 'assignments' and a.id <> all (${[...keptIds]}::uuid[]) order by a.id for update of a`.execute(
    tx,
  )
  const ids = free.map((row) => row.id)
  const columns = shape('assignments').columns.map((one) => one.name)
  const camel = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
  const own = columns.filter((name) => name !== 'id' && name !== 'changed_day')
  const copied = await changeAssignments<{ oldId: string; newId: string }>(ctx, tx, {
    renumbered: ids,
    found: sql`
    images as materialized (
      select (r.row_key ->> 'id')::uuid as id, jsonb_populate_record(null::assignments, r.before) as b
      from person_merge_rows r where r.merge_id = ${merge.id} and r.table_name = 'assignments'
    ),
    held as materialized (
      select i.id, i.b, one as was from images i cross join lateral (select a as one from assignments a where a.id = i.id offset 0) a
      where i.id = any (${ids}::uuid[])
    ),
    copies as materialized (
      select gen_random_uuid() as new_id, i.id as old_id, i.b from images i
      where i.id = any (${[...keptIds]}::uuid[]) and (i.b).user_id = ${merge.goneUserId}
    )`,
    update: { from: 'held', set: Object.fromEntries(own.map((name) => [camel(name), sql`(f.b).${table(name)}`])) },
    insert: sql`(${sql.join([...columns].map(table))})
      select ${sql.join(columns.map((name) => (name === 'id' ? sql`c.new_id` : name === 'changed_day' ? dayInZone(ctx.now) : sql`(c.b).${table(name)}`)))} from copies c`,
    answer: sql`select old_id as id, old_id, new_id from copies`,
  })

  const sources = shape('assignment_sources')
  const isFree = sql`(r.row_key ->> 'assignment_id')::uuid = any (${ids}::uuid[])`
  const ofMerge = sql`r.merge_id = ${merge.id} and r.table_name = 'assignment_sources'`
  // Whatever gives one of them by now: the rules are asked anew.
  await sql`delete from assignment_sources t where t.assignment_id = any (${ids}::uuid[])`.execute(tx)
  const names = sources.columns.map((one) => table(one.name))
  await sql`
    insert into assignment_sources (${sql.join(names)})
    select ${sql.join(sources.columns.map((one) => sql`b.${table(one.name)}`))}
    from person_merge_rows r cross join lateral jsonb_populate_record(null::assignment_sources, r.before) b
    where ${ofMerge} and r.before is not null and ${isFree} on conflict do nothing`.execute(tx)
  await sql`
    delete from earlier_sources t using person_merge_rows r
    where r.merge_id = ${merge.id} and r.table_name = 'earlier_sources' and r.before is null and ${isRow(shape('earlier_sources'), 't')} and ${isFree}`.execute(
    tx,
  )
  const [olds, news] = [copied.map((row) => row.oldId), copied.map((row) => row.newId)]
  await sql`
    insert into assignment_sources (${sql.join(names)})
    select ${sql.join(sources.columns.map((one) => (one.name === 'assignment_id' ? sql`m.new_id` : sql`b.${table(one.name)}`)))}
    from unnest(${olds}::uuid[], ${news}::uuid[]) m (old_id, new_id)
    join person_merge_rows r on ${ofMerge} and r.before is not null and (r.row_key ->> 'assignment_id')::uuid = m.old_id
    cross join lateral jsonb_populate_record(null::assignment_sources, r.before) b
    on conflict do nothing`.execute(tx)
  return [...ids, ...news]
}

/** People whose managers the merge changed. */
async function listManaged(tx: WriteTx, merge: MergeRow): Promise<{ id: string; userId: string }[]> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select m.id, m.user_id from person_merge_rows r join memberships m on m.id = r.row_key ->> 'id'
    where r.merge_id = ${merge.id} and r.table_name = 'memberships' and m.user_id not in (${merge.stayUserId}, ${merge.goneUserId}) order by m.id`.execute(
    tx,
  )
  return rows
}

/** What stands for a membership elsewhere follows what it is again. */
async function tidyRecords(ctx: Ctx, tx: WriteTx, people: readonly string[]): Promise<void> {
  await sql`update memberships set updated_at = ${ctx.now}, revision = revision + 1 where user_id = any (${[...people]}::uuid[])`.execute(
    tx,
  )
  for (const userId of people) await putInDirectory(ctx, tx, userId)
}

/** By entries again. Of what was spent meanwhile only the rest goes back. Answers how many are missing. */
async function returnPoints(ctx: Ctx, tx: WriteTx, merge: MergeRow): Promise<number> {
  const moved = merge.points as { membershipId: string; amount: number }[]
  if (moved.length === 0) return 0
  const stay = await tx
    .selectFrom('memberships')
    .select('rewardPointsCount')
    .where('id', '=', merge.stayMembershipId)
    .executeTakeFirst()
  let left = stay?.rewardPointsCount ?? 0
  const back = moved.map((one) => {
    const amount = Math.min(one.amount, left)
    left -= amount
    return { ...one, amount, missing: one.amount - amount }
  })
  const entry = (membershipId: string, amount: number, key: string) =>
    ({
      membershipId,
      kind: 'adjust',
      amount,
      key: `merge:${merge.id}:back:${key}`,
      reason: ctx.t('merges.pointsBack'),
      byUserId: ctx.actor.userId,
    }) as const
  const total = back.reduce((sum, one) => sum + one.amount, 0)
  if (total > 0)
    await postPoints(ctx, tx, [
      entry(merge.stayMembershipId, -total, 'stay'),
      ...back.filter((one) => one.amount > 0).map((one) => entry(one.membershipId, one.amount, one.membershipId)),
    ])
  return back.reduce((sum, one) => sum + one.missing, 0)
}
