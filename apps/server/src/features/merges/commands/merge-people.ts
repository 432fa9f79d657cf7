import type { AnswerOf } from '@learnt/contract/endpoint'
import { type MergeField, type MergeFigures, type MergePlan, mergeFields, type merges } from '@learnt/contract/merges'
import { organisationFields } from '@learnt/contract/team-values'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { nameOf as nameOfActor } from '../../../platform/notify.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { recountLastActivity } from '../../assignments/commands/recount-rollups.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { mergeSeats } from '../../events/commands/manage-people.ts'
import { changeMemberships } from '../../members/commands/change-memberships.ts'
import { leavesAnAdministrator, lockAdministrators } from '../../members/commands/check-member.ts'
import { keepManagers, keepPrimary } from '../../members/commands/keep-in-step.ts'
import { columnOf } from '../../members/commands/member-columns.ts'
import { putDirectory } from '../../members/commands/put-directory.ts'
import { applyStatus } from '../../members/commands/set-status.ts'
import { isAdministering, memberPolicy } from '../../members/policy.ts'
import { findMember, type MemberRecord, readNames } from '../../members/queries.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { postPoints } from '../../points/commands/post-points.ts'
import { refuseMerge } from '../policy.ts'
import { isAnyUnderErasure, isMerged } from '../queries/find-merges.ts'
import { ruleColumns } from '../queries/person-columns.ts'
import type { TableShape } from '../queries/tables.ts'
import { mergeAssignments } from './merge-assignments.ts'
import { keepColumns, keepOutcome, movedTables, moveRows, type Pair, readShapes, table } from './merge-rows.ts'

type Preview = AnswerOf<typeof merges.preview>

const namedAtMost = 20

/** Merges two records in one transaction; answers the merge's id. */
export function makeMerge(ctx: Ctx, plan: MergePlan): Promise<string> {
  return ctx.write(async (tx) => (await merge(ctx, tx, plan)).mergeId)
}

/** What the same transaction would do, which is then taken back: the preview cannot say anything else than the merge does. */
export async function previewMerge(ctx: Ctx, plan: MergePlan): Promise<Preview> {
  class Taken extends Error {
    readonly preview: Preview
    constructor(preview: Preview) {
      super('preview')
      this.preview = preview
    }
  }
  try {
    return await ctx.write(async (tx) => {
      throw new Taken((await merge(ctx, tx, plan)).preview)
    })
  } catch (error) {
    if (error instanceof Taken) return error.preview
    throw error
  }
}

async function merge(ctx: Ctx, tx: WriteTx, plan: MergePlan): Promise<{ mergeId: string; preview: Preview }> {
  const { stayUserId, goneUserId } = plan
  if (stayUserId === goneUserId) throw invalid({ 'body.goneUserId': 'samePerson' })
  const { stay, gone, goneRows, stayRows } = await lockBoth(ctx, tx, plan)
  const pair: Pair = { mergeId: newId(), stay: stayUserId, gone: goneUserId, stayMembershipId: stay.id }
  const fields = await listDifferences(tx, stay, gone)
  await sql`
    insert into person_merges (id, stay_user_id, stay_membership_id, stay_name, gone_user_id, gone_name, points, made_by, made_by_name, made_at)
    values (${pair.mergeId}, ${stayUserId}, ${stay.id}, ${fullName(stay)}, ${goneUserId}, ${fullName(gone)}, '[]', ${ctx.actor.userId},
      ${nameOfActor(ctx.actor)}, ${ctx.now})`.execute(tx)
  const { shape, shapes } = await readShapes(tx)
  const learning = await mergeAssignments(ctx, tx, pair, {
    assignments: shape('assignments'),
    sources: shape('assignment_sources'),
    earlier: shape('earlier_sources'),
  })
  const audiences = await titlesOf(
    tx,
    sql`select a.title from audience_people p join audiences a on a.id = p.audience_id where p.user_id = ${goneUserId}
      and not exists (select from audience_people o where o.audience_id = p.audience_id and o.user_id = ${stayUserId})`,
  )
  const eventsLeft = await titlesOf(
    tx,
    sql`select d.title from registrations g join registrations s on s.event_id = g.event_id and s.user_id = ${stayUserId}
      join documents d on d.id = g.event_id where g.user_id = ${goneUserId}`,
  )
  for (const eventId of await listSharedEvents(ctx, tx, pair))
    await mergeSeats(ctx, tx, {
      eventId,
      stayUserId,
      goneUserId,
      reason: ctx.t('merges.pointsTo', { name: fullName(stay) }),
    })
  const moved: Record<string, number> = {}
  for (const name of movedTables) moved[name] = await moveRows(tx, shape(name), pair)
  const rules = await renameInRules(tx, pair, shape)
  const reports = await renameInPeople(ctx, tx, pair, shape('memberships'))
  const points = await movePoints(ctx, tx, pair, { stay, gone, goneRows })
  await changeRecords(ctx, tx, pair, shape('memberships'), { stay, gone, goneRows, take: plan.take })

  const stayIds = stayRows.map((row) => row.id)
  await settleAssignments(ctx, tx, learning.currentIds)
  await reevaluateMembers(ctx, tx, [...stayIds, ...reports.ids], ['status', 'managers', ...organisationFields])
  await recomputeContainers(ctx, tx, await listContainers(tx, stayUserId))
  await recountLastActivity(tx, [stayUserId, goneUserId])
  await keepOutcome(tx, shapes, pair.mergeId)
  const figures: MergeFigures = {
    movedDocuments: learning.moved.slice(0, namedAtMost),
    movedCount: learning.moved.length,
    documents: learning.both.slice(0, namedAtMost).map((one) => ({ ...one })),
    documentsCount: learning.both.length,
    certificates: (moved.certificates ?? 0) + (moved.outside_certificates ?? 0),
    badges: moved.badge_awards ?? 0,
    points,
    forms: moved.submissions ?? 0,
    events: moved.registrations ?? 0,
    eventsLeft,
    requests: moved.requests ?? 0,
    audiences,
    rules,
    reports: reports.names.slice(0, namedAtMost),
    reportsCount: reports.names.length,
    mails: (moved.mails ?? 0) + (moved.notifications ?? 0),
  }
  const about = { mergeId: pair.mergeId, stay: fullName(stay), gone: fullName(gone), taken: plan.take, figures }
  for (const row of [stay, gone])
    await audit(ctx, tx, {
      action: 'members.merge',
      subjectType: 'membership',
      subjectId: row.id,
      subjectTitle: fullName(row),
      before: Object.fromEntries(plan.take.map((field) => [field, stay[field]])),
      after: about,
    })
  const side = (row: MemberRecord) => ({
    userId: row.userId,
    teamId: row.teamId,
    name: fullName(row),
    email: row.email,
  })
  return { mergeId: pair.mergeId, preview: { stay: side(stay), gone: side(gone), fields, figures } }
}

/** Rules first, then administrators, then both records in the order of their ids. */
async function lockBoth(ctx: Ctx, tx: WriteTx, { stayUserId, goneUserId, teamId }: MergePlan) {
  await lockRules(tx, 'alone')
  const [stay, gone] = await Promise.all([
    findMember(tx, ctx.actor, stayUserId, teamId),
    findMember(tx, ctx.actor, goneUserId, undefined),
  ])
  authorize(ctx.actor, memberPolicy.update, stay)
  authorize(ctx.actor, memberPolicy.update, gone)
  await lockAdministrators(tx)
  const rows = await tx
    .selectFrom('memberships')
    .selectAll()
    .where('userId', 'in', [stayUserId, goneUserId])
    .orderBy('id')
    .forUpdate()
    .execute()
  const of = (userId: string) => rows.filter((row) => row.userId === userId)
  const [stayRows, goneRows] = [of(stayUserId), of(goneUserId)]
  const refusal = refuseMerge(ctx.actor, {
    all: rows,
    goneUserId,
    isUnderErasure: await isAnyUnderErasure(tx, [stayUserId, goneUserId]),
    isMergedAlready: (await isMerged(tx, goneUserId)) || (await isMerged(tx, stayUserId)),
  })
  const leaving = goneRows.filter(isAdministering).map((row) => row.id)
  authorize(ctx.actor, () => refusal, gone)
  if (leaving.length > 0 && !(await leavesAnAdministrator(tx, leaving)))
    authorize(ctx.actor, () => wrongState('lastAdministrator'), gone)
  const own = stayRows.find((row) => row.id === stay.id)
  const other = goneRows.find((row) => row.id === gone.id)
  if (!own || !other) throw notFound()
  return { stay: own, gone: other, stayRows, goneRows }
}

/** Fields in which the two differ, as people read them. */
async function listDifferences(tx: WriteTx, stay: MemberRecord, gone: MemberRecord): Promise<Preview['fields']> {
  const names = await readNames(tx, [...new Set([...stay.managers, ...gone.managers])])
  const words = (row: MemberRecord, field: MergeField): string => {
    const value = row[field]
    if (field === 'managers') return row.managers.map((id) => names[id] ?? id).join(', ')
    return Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return mergeFields
    .map((field) => ({ field, stay: words(stay, field), gone: words(gone, field) }))
    .filter((one) => one.stay !== one.gone)
}

async function titlesOf(tx: WriteTx, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ title: string }>>).execute(tx)
  return rows.map((row) => row.title)
}

/** Events to come at which both stand, in the order in which they are locked. */
async function listSharedEvents(ctx: Ctx, tx: WriteTx, pair: Pair): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.event_id as id from registrations g join registrations s on s.event_id = g.event_id and s.user_id = ${pair.stay}
    join events e on e.id = g.event_id and e.cancelled_at is null and (e.last_at is null or e.last_at > ${ctx.now})
    where g.user_id = ${pair.gone} and not exists (select from attendance_marks k where k.event_id = g.event_id and k.user_id = ${pair.gone})
    order by g.event_id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Rules that name the other record name the one that stays. */
async function renameInRules(tx: WriteTx, pair: Pair, shape: (name: string) => TableShape): Promise<string[]> {
  const titles: string[] = []
  for (const { table: name, columns, title } of ruleColumns) {
    for (const column of columns) {
      const own = table(column)
      const where = sql`t.${own}::text like ${`%${pair.gone}%`}`
      await keepColumns(tx, shape(name), { mergeId: pair.mergeId, columns: [column], where })
      const { rows } = await sql<{ title: string }>`
        update ${table(name)} t set ${own} = replace(t.${own}::text, ${pair.gone}, ${pair.stay})::jsonb where ${where}
        returning ${sql.raw(title)} as title`.execute(tx)
      titles.push(...rows.map((row) => row.title).filter(Boolean))
    }
  }
  return [...new Set(titles)].slice(0, namedAtMost)
}

/** People who name the other record: as their manager, or in a field of the tenant's own. Answers whose manager it was. */
async function renameInPeople(
  ctx: Ctx,
  tx: WriteTx,
  pair: Pair,
  shape: TableShape,
): Promise<{ ids: string[]; names: string[] }> {
  const columns = ['managers', ...organisationFields] as const
  const names = (column: string) => sql`t.${table(column)} @> array[${pair.gone}]::text[]`
  const where = sql`t.user_id not in (${pair.stay}, ${pair.gone}) and (${sql.join(columns.map(names), sql` or `)})`
  await keepColumns(tx, shape, { mergeId: pair.mergeId, columns, where })
  const renamed = columns.map(
    (column) => sql`${sql.lit(column)}, array(
      select case when one = ${pair.gone} then ${pair.stay} else one end from unnest(t.${table(column)}) with ordinality list (one, place)
      where one <> ${pair.gone} or not ${pair.stay} = any (t.${table(column)}) order by place)`,
  )
  const changed = await changeMemberships(ctx, tx, {
    ...{ fields: columns, isJudged: true, action: null },
    wanted: sql`select 0 as place, t.id as membership_id, jsonb_build_object(${sql.join(renamed)}) as target from memberships t where ${where}`,
  })
  return {
    ids: changed.map((one) => one.id),
    names: changed.flatMap(({ after, row }) => (after.managers ? `${row.shownFirstName} ${row.lastName}`.trim() : [])),
  }
}

/** The ledger is never changed: what one loses and the other gains are entries of their own. */
async function movePoints(
  ctx: Ctx,
  tx: WriteTx,
  pair: Pair,
  of: { stay: MemberRecord; gone: MemberRecord; goneRows: readonly MemberRecord[] },
): Promise<number> {
  const held = of.goneRows.filter((row) => row.rewardPointsCount > 0)
  if (held.length === 0) return 0
  const points = held.map((row) => ({ membershipId: row.id, amount: row.rewardPointsCount }))
  const total = points.reduce((sum, one) => sum + one.amount, 0)
  const entry = (membershipId: string, amount: number, key: string, reason: string) =>
    ({
      membershipId,
      kind: 'adjust',
      amount,
      key: `merge:${pair.mergeId}:${key}`,
      reason,
      byUserId: ctx.actor.userId,
    }) as const
  await postPoints(ctx, tx, [
    ...points.map((one) =>
      entry(
        one.membershipId,
        -one.amount,
        `from:${one.membershipId}`,
        ctx.t('merges.pointsTo', { name: fullName(of.stay) }),
      ),
    ),
    entry(of.stay.id, total, 'to', ctx.t('merges.points', { name: fullName(of.gone) })),
  ])
  await sql`update person_merges set points = ${json(points)} where id = ${pair.mergeId}`.execute(tx)
  return total
}

/** The one that goes is archived, which ends its sessions here; the one that stays takes the chosen values. */
async function changeRecords(
  ctx: Ctx,
  tx: WriteTx,
  pair: Pair,
  shape: TableShape,
  of: { stay: MemberRecord; gone: MemberRecord; goneRows: readonly MemberRecord[]; take: readonly MergeField[] },
): Promise<void> {
  const { stay, gone, goneRows } = of
  const take = [...new Set(of.take)]
  await keepColumns(tx, shape, {
    mergeId: pair.mergeId,
    columns: ['status', 'email', 'username', 'away_since'],
    where: sql`t.user_id = ${pair.gone}`,
  })
  await keepColumns(tx, shape, {
    mergeId: pair.mergeId,
    columns: take.map(columnOf),
    where: sql`t.id = ${stay.id}`,
  })
  await applyStatus(
    ctx,
    tx,
    goneRows.filter((row) => row.status !== 'archived'),
    'archived',
  )
  // An address and a user name are one person's: who gives them has them no more.
  const given = { email: take.includes('email'), username: take.includes('username') }
  const part = { isJudged: true, action: null }
  if (given.email || given.username)
    await changeMemberships(ctx, tx, {
      ...{ ...part, fields: ['email', 'username'] },
      wanted: sql`
        select 0 as place, m.id as membership_id, jsonb_build_object(
          'email', case when ${given.email} and m.email = ${gone.email} then '' else m.email end,
          'username', case when ${given.username} and m.username = ${gone.username} then '' else m.username end) as target
        from memberships m where m.user_id = ${pair.gone}`,
    })
  const values = Object.fromEntries(
    take.map((field) => [field, field === 'managers' ? gone.managers.filter((id) => id !== pair.stay) : gone[field]]),
  )
  await changeMemberships(ctx, tx, {
    ...{ ...part, fields: take },
    wanted: sql`select 0 as place, ${stay.id}::text as membership_id, ${json(values)}::jsonb as target`,
  })
  // Nobody is their own manager.
  await changeMemberships(ctx, tx, {
    ...{ ...part, fields: ['managers'] },
    wanted: sql`
      select 0 as place, m.id as membership_id, jsonb_build_object('managers', array_remove(m.managers, m.user_id::text)) as target
      from memberships m where m.user_id in (${pair.stay}, ${pair.gone})`,
  })
  await keepManagers(tx, [pair.stay, pair.gone])
  await keepPrimary(tx, [pair.stay, pair.gone])
}

/** Brings the directory up to what a record's memberships say. */
export async function putInDirectory(ctx: Pick<Ctx, 'now'>, tx: WriteTx, userId: string): Promise<void> {
  const rows = await tx
    .selectFrom('memberships')
    .select(['userId', 'teamId', 'status', 'roles', 'username'])
    .where('userId', '=', userId)
    .execute()
  await putDirectory(ctx, tx, rows)
}

/** Bundles, pathways and packages of somebody: their progress follows from steps that came. */
export async function listContainers(tx: WriteTx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from assignments a join documents d on d.id = a.document_id
    where a.user_id = ${userId} and a.is_active and (d.is_bundle or d.type in ('pathway', 'learningPackage')) order by a.id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}
