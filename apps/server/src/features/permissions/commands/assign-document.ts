import type { FixedDue, permissions } from '@learnt/contract/permissions'
import { hereStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { notFound } from '../../../platform/problem.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { currentOf, isWhollyLookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { memberCondition, visibleMembers } from '../../reach/queries/visible-members.ts'
import { dueOfPermission } from '../queries/due-of-permission.ts'
import type { Document } from '../queries/find-document.ts'
import { isGiven } from '../queries/is-given.ts'
import { followContainers } from './give-steps.ts'
import { lockRules } from './lock-rules.ts'
import { tell } from './tell.ts'

/** People that a request gives something to by itself; more of them are a job's. */
const peopleInRequest = 1000
const peopleInStep = 2000

type Body = z.output<typeof permissions.assign.body>

interface Order extends Record<string, unknown> {
  readonly documentType: string
  readonly documentId: string
  readonly title: string
  readonly isOptional: boolean
  readonly due: z.infer<typeof FixedDue>
}

/**
 * Gives a document to named people, or to all that a filter matches now. A rule never takes it back. Up to 1,000 people
 * have it when this is answered, with a job that is finished already; more of them get it by the job.
 */
export async function assignDocument(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  body: Body,
): Promise<{ jobId: string }> {
  const order: Order = {
    documentType: document.type,
    documentId: document.id,
    title: document.title,
    isOptional: body.isOptional,
    due: body.due,
  }
  const selected =
    body.selection.by === 'ids'
      ? sql<boolean>`m.id = any(${body.selection.ids}::text[])`
      : memberCondition(body.selection.filter)
  const people = await listSelected(ctx, tx, selected, null, peopleInRequest + 1)
  await audit(ctx, tx, {
    action: 'permissions.assign',
    subjectType: document.type,
    subjectId: document.id,
    subjectTitle: document.title,
    after: { selection: body.selection, isOptional: body.isOptional, due: body.due },
  })
  const job = await startJob(ctx, tx, {
    kind: 'permissions.assign',
    subject: document.title,
    input: { ...order, selection: body.selection },
  })
  if (people.length > peopleInRequest) return job
  const assigned = await giveByHand(ctx, tx, order, people)
  await tx
    .updateTable('jobs')
    .set({
      state: 'succeeded',
      done: people.length,
      total: people.length,
      startedAt: ctx.now,
      finishedAt: ctx.now,
      result: json({ people: people.length, assigned }),
    })
    .where('id', '=', job.jobId)
    .execute()
  return job
}

/** Gives a document to one person as the outcome of something else, without a job that anybody waits for. */
export async function giveToPerson(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  of: { userId: string; membershipId: string; isOptional: boolean },
): Promise<void> {
  const order: Order = {
    documentType: document.type,
    documentId: document.id,
    title: document.title,
    isOptional: of.isOptional,
    due: { kind: 'none' },
  }
  await audit(ctx, tx, {
    action: 'permissions.assign',
    subjectType: document.type,
    subjectId: document.id,
    subjectTitle: document.title,
    after: { selection: { by: 'ids', ids: [of.membershipId] }, isOptional: of.isOptional, due: order.due },
  })
  await giveByHand(ctx, tx, order, [of])
}

/** The job; a step that was done before gives nobody anything twice. */
export async function finishAssigning(
  ctx: Ctx,
  input: Order & { selection: Body['selection'] },
  progress: ReportProgress,
): Promise<JobOutcome> {
  const selected =
    input.selection.by === 'ids'
      ? sql<boolean>`m.id = any(${input.selection.ids}::text[])`
      : memberCondition(input.selection.filter)
  let [people, assigned] = [0, 0]
  let after: string | null = null
  for (;;) {
    const step: { last: string | null; people: number; assigned: number } = await ctx.write(async (tx) => {
      const selection = await listSelected(ctx, tx, selected, after, peopleInStep)
      return {
        last: selection.at(-1)?.userId ?? null,
        people: selection.length,
        assigned: await giveByHand(ctx, tx, input, selection),
      }
    })
    people += step.people
    assigned += step.assigned
    await progress(people, null)
    if (step.last === null || step.people < peopleInStep) return { result: { people, assigned } }
    after = step.last
  }
}

/**
 * Gives a document, as optional, to those of these people who do not have it: somebody gave them a seat, or they came.
 * Through one of the memberships named, where the person has one of them, else through the primary one.
 */
export async function assignPeople(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  userIds: readonly string[],
  membershipIds: readonly string[] = [],
): Promise<void> {
  const { rows: people } = await sql<Selected>`
    select distinct on (m.user_id) m.user_id, m.id as membership_id from memberships m
    where m.user_id = any(${[...userIds]}::uuid[]) and m.status = any(${hereStatuses}::text[]) and not exists (
      select from assignments a where a.user_id = m.user_id and a.document_type = ${document.type} and a.document_id = ${document.id}::uuid and a.is_active)
    order by m.user_id, m.id = any(${[...membershipIds]}::text[]) desc, m.is_primary desc, m.id`.execute(tx)
  await giveByHand(
    ctx,
    tx,
    {
      documentType: document.type,
      documentId: document.id,
      title: document.title,
      isOptional: true,
      due: { kind: 'none' },
    },
    people,
  )
}

/** Takes back what was given by hand, of other teams' people what was given here; a rule that matches keeps giving it. Answers from how many it was taken. */
export function unassignDocument(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  userIds: readonly string[],
): Promise<number> {
  return takeBack(ctx, tx, document, {
    userIds,
    isTheirs: sql<boolean>`(a.user_id in (select m.user_id from memberships m where ${visibleMembers(ctx.actor)})
      and (${isWhollyLookedAfter(reachOf(ctx.actor, 'administrator'), sql`a.user_id`)} or s.membership_id = a.user_id::text || ':' || ${ctx.actor.teamId}))`,
  })
}

/** The same for a manager: of people through memberships of which they are the manager. */
export function unassignOwnPeople(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  userIds: readonly string[],
): Promise<number> {
  return takeBack(ctx, tx, document, {
    userIds,
    isTheirs: sql<boolean>`s.membership_id in (select m.id from memberships m where m.user_id = any(${userIds}::uuid[]) and ${ctx.actor.userId} = any (m.all_managers))`,
  })
}

async function takeBack(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  { userIds, isTheirs }: { userIds: readonly string[]; isTheirs: RawBuilder<boolean> },
): Promise<number> {
  await lockRules(tx, 'shared')
  const { rows } = await sql<{ assignmentId: string; userId: string }>`
    delete from assignment_sources s using assignments a
    where a.document_type = ${document.type} and a.document_id = ${document.id} and a.user_id = any(${userIds}::uuid[])
      and s.assignment_id = a.id and s.kind = 'manual' and ${isTheirs}
    returning s.assignment_id, s.user_id`.execute(tx)
  if (rows.length === 0) return 0
  const settled = await settleAssignments(
    ctx,
    tx,
    rows.map((row) => row.assignmentId),
  )
  await followContainers(ctx, tx, settled.containers)
  await audit(ctx, tx, {
    action: 'permissions.unassign',
    subjectType: document.type,
    subjectId: document.id,
    subjectTitle: document.title,
    before: { userIds: rows.map((row) => row.userId) },
  })
  await tell(ctx, tx, [document.id], settled.people)
  return rows.length
}

/**
 * Gives a document to people of a manager's own. Refused as a whole when one of them is somebody else's: who is not seen is
 * not found. Answers how many did not have it before.
 */
export async function assignOwnPeople(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  of: { userIds: readonly string[]; isOptional: boolean; due: z.infer<typeof FixedDue> },
): Promise<number> {
  const userIds = [...new Set(of.userIds)]
  const { rows: people } = await sql<Selected>`
    select distinct on (m.user_id) m.user_id, m.id as membership_id from memberships m
    where m.user_id = any(${userIds}::uuid[]) and ${ctx.actor.userId} = any (m.all_managers) and m.status = any(${hereStatuses}::text[])
    order by m.user_id, m.is_primary desc, m.id`.execute(tx)
  if (people.length < userIds.length) throw notFound()
  const { isOptional, due } = of
  await audit(ctx, tx, {
    action: 'permissions.assign',
    subjectType: document.type,
    subjectId: document.id,
    subjectTitle: document.title,
    after: { selection: { by: 'people', userIds }, isOptional, due },
  })
  const order = { documentType: document.type, documentId: document.id, title: document.title, isOptional, due }
  return giveByHand(ctx, tx, order, people)
}

interface Selected {
  readonly userId: string
  /** Through which they are given something. */
  readonly membershipId: string
}

/** People behind the selected memberships that are active or on leave, as far as the administrator sees them, in the order of their ids. */
async function listSelected(
  ctx: Ctx,
  tx: WriteTx,
  selected: RawBuilder<boolean>,
  after: string | null,
  limit: number,
): Promise<Selected[]> {
  const { rows } = await sql<Selected>`
    select distinct on (m.user_id) m.user_id, m.id as membership_id from memberships m
    where ${selected} and ${visibleMembers(ctx.actor)} and m.status = any(${hereStatuses}::text[])
      and ${after === null ? sql`true` : sql`m.user_id > ${after}`}
    order by m.user_id, m.is_primary desc, m.id limit ${limit}`.execute(tx)
  return rows
}

/** Answers how many did not have it before. */
async function giveByHand(ctx: Ctx, tx: WriteTx, order: Order, people: readonly Selected[]): Promise<number> {
  if (people.length === 0) return 0
  const userIds = people.map((one) => one.userId)
  await planAnew(tx, userIds.length)
  await lockRules(tx, 'shared')
  // Somebody who goes on leave at this moment waits, and finds the new date to freeze.
  await sql`select count(*) from (select from memberships where user_id = any(${userIds}::uuid[]) order by id for share) locked`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; had: boolean }>`
    with p as materialized (select ${json(order.due)}::jsonb as due, ${order.isOptional}::boolean as is_optional, control.zone_of_tenant() as zone),
    person as (
      select user_id, membership_id
      from unnest(${userIds}::uuid[], ${people.map((one) => one.membershipId)}::text[]) as one(user_id, membership_id)
    ),
    wanted as materialized (
      select coalesce(${currentOf(sql`person.user_id`, sql`${order.documentType}`, sql`${order.documentId}::uuid`)},
          assignment_id(${ctx.actor.tenantId}, user_id, ${order.documentType}, ${order.documentId}::uuid, 0)) as id,
        -- One for each team that gives it by hand: none takes back, or puts off, what another has given.
        assignment_id(${ctx.actor.tenantId}, user_id, 'hand:' || split_part(membership_id, ':', 2), ${order.documentId}::uuid, 0) as source_id,
        user_id, membership_id from person
    ),
    had as materialized (select id from assignments a where id in (select id from wanted) and ${isGiven}),
    made as (
      insert into assignments (id, user_id, document_type, document_id, is_active, assigned_at)
      select id, user_id, ${order.documentType}, ${order.documentId}::uuid, false, ${ctx.now}::timestamptz from wanted order by id
      on conflict do nothing
    ),
    given as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, due_at, granted_at, granted_by, due_days)
      select w.id, 'manual', w.source_id, w.user_id, w.membership_id, p.is_optional, ${dueOfPermission(sql`p.zone`, sql`${ctx.now}::timestamptz`, sql`0`, { userId: sql`w.user_id`, membershipId: sql`w.membership_id` })}, ${ctx.now}, ${ctx.actor.userId}::uuid,
        case when not p.is_optional and p.due->>'kind' = 'after' then (p.due->>'days')::int end
      from wanted w cross join p order by w.id
      on conflict (tenant_id, assignment_id, kind, source_id) do update
        set is_optional = excluded.is_optional, due_at = excluded.due_at, due_shift_days = 0, cycle_due_day = null, granted_at = excluded.granted_at, granted_by = excluded.granted_by, due_days = excluded.due_days
    )
    select id, id in (select id from had) as had from wanted`.execute(tx)
  const settled = await settleAssignments(
    ctx,
    tx,
    rows.map((row) => row.id),
  )
  await followContainers(ctx, tx, settled.containers)
  const [from = '', until = ''] = [userIds[0], userIds.at(-1)]
  await tell(ctx, tx, [order.documentId], settled.people, { within: { from, until } })
  return rows.filter((row) => !row.had).length
}
