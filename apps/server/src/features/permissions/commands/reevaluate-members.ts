import { MemberDateField, type RuleField, ruleFields } from '@learnt/contract/members'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { deterministicId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { lockAround } from '../../assignments/commands/recompute-containers.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { currentOf } from '../../assignments/queries.ts'
import { matchesRule, wholeRule } from '../../reach/policy.ts'
import { isOnLeave } from '../policy.ts'
import { dueOfPermission } from '../queries/due-of-permission.ts'
import { askedAudiences, askedRules, findStanding, type Question, type Standing } from '../queries/find-standing.ts'
import { readRule } from '../queries/read-rule.ts'
import { followManagerRules } from './follow-manager-rules.ts'
import { followSections } from './follow-sections.ts'
import { followContainers, giveSteps } from './give-steps.ts'
import { lockPeople, lockRules } from './lock-rules.ts'
import { recountDue } from './recount-due.ts'
import { settleNotBegun } from './sync-container.ts'
import { tell } from './tell.ts'

/** People looked at together. */
const peopleAtOnce = 1000

/**
 * To be called in the transaction that makes or changes memberships, after the change: gives and takes what the rules
 * say now. `changedFields` are fields of the contract's membership; only rules that name one of them are asked. A new
 * membership and a changed status ask all of them: name `status`.
 */
export async function reevaluateMembers(
  ctx: Ctx,
  tx: WriteTx,
  membershipIds: readonly string[],
  changedFields: readonly string[],
): Promise<void> {
  const asked = changedFields.filter((field) => ruleFields.includes(field as RuleField))
  const dates = changedFields.filter((field) => MemberDateField.options.some((one) => one === field))
  const userIds = [...new Set(membershipIds.map((id) => id.slice(0, id.indexOf(':'))))].sort()
  if (dates.length > 0) await recountDue(ctx, tx, userIds, { from: 'field', fields: dates })
  if (asked.length === 0 || userIds.length === 0) return
  const question: Question = asked.includes('status') ? { ask: 'all' } : { ask: 'fields', fields: asked }
  const first = await lockStanding(tx, userIds.slice(0, peopleAtOnce), question)
  const managed = first.hasManagerRules ? await followManagerRules(ctx, tx, membershipIds) : []
  for (let at = 0; at < userIds.length; at += peopleAtOnce)
    // Read again where people have other managers now: permission rules may name these.
    await evaluatePeople(
      ctx,
      tx,
      userIds.slice(at, at + peopleAtOnce),
      question,
      at === 0 && managed.length === 0 ? first : undefined,
    )
  await evaluateManaged(ctx, tx, managed)
}

/** What permission rules say of people to whom manager rules have given other managers. */
export async function evaluateManaged(ctx: Ctx, tx: WriteTx, people: readonly string[]): Promise<void> {
  const userIds = [...new Set(people)].sort()
  for (let at = 0; at < userIds.length; at += peopleAtOnce)
    await evaluatePeople(ctx, tx, userIds.slice(at, at + peopleAtOnce), { ask: 'fields', fields: ['managers'] })
}

/**
 * The same for people who were put on a list or taken off it, in the transaction that does it, after the change.
 * `areLocked`: the caller has called lockPeople() of them.
 */
export async function reevaluateListed(
  ctx: Ctx,
  tx: WriteTx,
  audienceId: string,
  people: readonly string[],
  { areLocked = false }: { areLocked?: boolean } = {},
): Promise<void> {
  const userIds = people.toSorted()
  const question: Question = { ask: 'audience', audienceId }
  for (let at = 0; at < userIds.length; at += peopleAtOnce) {
    const some = userIds.slice(at, at + peopleAtOnce)
    const standing = await (areLocked ? findStanding : lockStanding)(tx, some, question)
    // The background works it out for everybody.
    if (standing.hasManagerRules && at === 0) await enqueue(ctx, tx, 'managerRules.apply', {})
    await evaluatePeople(ctx, tx, some, question, standing)
  }
}

/**
 * Whether reevaluateMembers() would find any rule, or any section of a pathway, to ask after a change of these fields. No rule changes from here to the
 * end of the transaction, so that where there is none, nothing needs to be asked again.
 */
export async function holdRulesThatName(tx: WriteTx, fields: readonly string[]): Promise<boolean> {
  const asked = fields.filter((field) => ruleFields.includes(field as RuleField))
  if (asked.length === 0) return false
  const [, { rows }] = await Promise.all([
    lockRules(tx, 'shared'),
    sql<{ some: boolean }>`
      select exists (select from permissions where ${askedRules({ ask: 'fields', fields: asked })}
          or due->>'kind' = 'field' and due->>'field' = any(${asked}::text[]))
        or exists (select from document_sections x join audiences a on a.id = x.audience_id where ${askedAudiences({ ask: 'fields', fields: asked })})
        or exists (select from manager_rules where status = 'active' and fields && ${asked}::text[]) as some`.execute(
      tx,
    ),
  ])
  return rows[0]?.some ?? true
}

/**
 * A reader's own part of what the background has not written yet: rules that are being applied, containers whose steps
 * are being given. Ask findWaiting() first.
 */
export async function applyWaitingRules(ctx: Ctx): Promise<void> {
  await ctx.write(async (tx) => {
    const { userId } = ctx.actor
    await evaluatePeople(ctx, tx, [userId], { ask: 'applying' })
    const containers = await tx.selectFrom('containerSyncs').select('documentId').orderBy('documentId').execute()
    for (const { documentId } of containers) {
      await settleNotBegun(ctx, tx, documentId, (id) => sql`${id} = ${userId}`)
      await giveSteps(ctx, tx, documentId, (id) => sql`${id} = ${userId}`)
    }
  })
}

/** In one round trip, one after the other: what people have is read after all that was waited for. */
async function lockStanding(tx: WriteTx, userIds: readonly string[], question: Question): Promise<Standing> {
  const [, standing] = await Promise.all([lockPeople(tx, userIds), findStanding(tx, userIds, question)])
  return standing
}

/** `known`: what lockStanding() says of them. */
async function evaluatePeople(
  ctx: Ctx,
  tx: WriteTx,
  userIds: readonly string[],
  question: Question,
  known?: Standing,
): Promise<void> {
  if (userIds.length === 0) return
  const { members, sources, divided, turned, ...standing } = known ?? (await lockStanding(tx, userIds, question))
  await followSections(ctx, tx, divided)
  const permissions = standing.permissions.map(readRule).map((permission) => ({
    ...permission,
    rule: wholeRule(permission.rule, permission.audiences),
    listed: new Set(permission.listed),
  }))

  const membersOf = Map.groupBy(members, (member) => member.userId)
  const statusOf = new Map(members.map((member) => [member.id, String(member.status)]))
  const sourceOf = new Map(sources.map((source) => [`${source.permissionId}:${source.userId}`, source]))
  const gains: { permissionId: string; userId: string; membershipId: string; assignmentId: string }[] = []
  const moves: { permissionId: string; assignmentId: string; membershipId: string }[] = []
  const losses: { permissionId: string; assignmentId: string }[] = []
  for (const permission of permissions) {
    for (const userId of userIds) {
      const source = sourceOf.get(`${permission.id}:${userId}`)
      const isActive = permission.status === 'active'
      const isListed = permission.listed.has(userId)
      const matching = isActive
        ? (membersOf.get(userId) ?? []).filter((one) => matchesRule(permission.rule, one, isListed))
        : []
      // The one by which it was given, as long as it matches: see compare() of applyRule().
      const match = matching.find((one) => one.id === source?.membershipId) ?? matching[0]
      if (match && !source) {
        const assignmentId = deterministicId(
          'assignment',
          ctx.actor.tenantId,
          userId,
          permission.documentType,
          permission.documentId,
          '0',
        )
        gains.push({ permissionId: permission.id, userId, membershipId: match.id, assignmentId })
      } else if (match && source && source.membershipId !== match.id) {
        moves.push({ permissionId: permission.id, assignmentId: source.assignmentId, membershipId: match.id })
      } else if (!match && source) {
        const isFrozen = isActive && source.membershipId !== null && isOnLeave(statusOf.get(source.membershipId) ?? '')
        if (!isFrozen) losses.push({ permissionId: permission.id, assignmentId: source.assignmentId })
      }
    }
  }

  const touched = new Set(losses.map((one) => one.assignmentId))
  for (const { id } of turned) touched.add(id)
  const thawing = turned.filter((one) => one.isThawing).map((one) => one.id)
  if (thawing.length > 0) await thaw(ctx, tx, thawing)
  // Cycles that should have begun while they were away.
  if (turned.length > 0) await enqueue(ctx, tx, 'cycles.catchUp', { userIds })
  const [given] = await Promise.all([give(ctx, tx, gains), move(tx, moves), take(tx, losses), count(tx, gains, losses)])
  for (const id of given) touched.add(id)
  if (touched.size > 0) await lockAround(tx, [...touched])
  // What they have through another membership counts from that one's dates.
  if (moves.length > 0) await recountDue(ctx, tx, userIds, { from: 'field', fields: MemberDateField.options })
  const settled = await settleAssignments(ctx, tx, [...touched], { held: true })
  await followContainers(ctx, tx, settled.containers)
  const documents = new Set(
    [...gains, ...losses].map(
      (one) => permissions.find((permission) => permission.id === one.permissionId)?.documentId ?? '',
    ),
  )
  // Without them the worker would look at everybody who has these documents, for each thousand people anew.
  await tell(ctx, tx, [...documents], settled.people, { userIds })
}

/** Of who is back, dates that had not passed move by the days away. */
async function thaw(ctx: Ctx, tx: WriteTx, assignmentIds: readonly string[]): Promise<void> {
  await sql`
    with zone as materialized (select control.zone_of_tenant() as name),
    turned as materialized (
      select a.id, a.frozen_at, greatest(0, (${ctx.now}::timestamptz at time zone z.name)::date - (a.frozen_at at time zone z.name)::date) as days
      from assignments a cross join zone z where a.id = any(${[...assignmentIds]}::uuid[])
    ),
    shifted as (
      update assignment_sources s
      set due_shift_days = s.due_shift_days + t.days, due_at = end_of_day(day_that_ends(s.due_at, z.name) + t.days, z.name)
      from turned t cross join zone z
      where s.assignment_id = t.id and s.kind not in ('bundle', 'learningPackage') and s.due_at > t.frozen_at
    )
    update due_extensions e set due_at = end_of_day(day_that_ends(e.due_at, z.name) + t.days, z.name)
    from turned t cross join zone z where e.assignment_id = t.id and e.due_at > t.frozen_at`.execute(tx)
}

/** Answers the assignments. Who comes back goes on in the cycle in which they left. */
async function give(
  ctx: Ctx,
  tx: WriteTx,
  gains: readonly { permissionId: string; userId: string; membershipId: string; assignmentId: string }[],
): Promise<string[]> {
  if (gains.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with zone as materialized (select control.zone_of_tenant() as name),
    gain as materialized (
      select gain.permission_id, gain.user_id, gain.membership_id,
        coalesce(${currentOf(sql`gain.user_id`, sql`p.document_type`, sql`p.document_id`)}, gain.assignment_id) as assignment_id
      from unnest(${gains.map((gain) => gain.permissionId)}::uuid[], ${gains.map((gain) => gain.userId)}::uuid[],
        ${gains.map((gain) => gain.membershipId)}::text[], ${gains.map((gain) => gain.assignmentId)}::uuid[]) as gain(permission_id, user_id, membership_id, assignment_id)
      join permissions p on p.id = gain.permission_id
    ),
    made as (
      -- Inactive until the sources are looked at: two rules may give the same.
      insert into assignments (id, user_id, document_type, document_id, is_active, assigned_at)
      select distinct g.assignment_id, g.user_id, p.document_type, p.document_id, false, ${ctx.now}::timestamptz from gain g join permissions p on p.id = g.permission_id
      on conflict do nothing
    )
    insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, needs_request, due_at, granted_at)
    select g.assignment_id, 'rule', p.id, g.user_id, g.membership_id, p.is_optional, p.request_to is not null, ${dueOfPermission(sql`z.name`, sql`${ctx.now}::timestamptz`, sql`0`, { userId: sql`g.user_id`, membershipId: sql`g.membership_id` })}, ${ctx.now}
    from gain g join permissions p on p.id = g.permission_id cross join zone z
    returning assignment_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

async function move(
  tx: WriteTx,
  moves: readonly { permissionId: string; assignmentId: string; membershipId: string }[],
): Promise<void> {
  if (moves.length === 0) return
  await sql`
    update assignment_sources s set membership_id = m.membership_id
    from unnest(${moves.map((one) => one.assignmentId)}::uuid[], ${moves.map((one) => one.permissionId)}::uuid[], ${moves.map((one) => one.membershipId)}::text[])
      as m(assignment_id, permission_id, membership_id)
    where s.assignment_id = m.assignment_id and s.kind = 'rule' and s.source_id = m.permission_id`.execute(tx)
}

async function take(tx: WriteTx, losses: readonly { permissionId: string; assignmentId: string }[]): Promise<void> {
  if (losses.length === 0) return
  await sql`
    delete from assignment_sources s
    using unnest(${losses.map((one) => one.assignmentId)}::uuid[], ${losses.map((one) => one.permissionId)}::uuid[]) as l(assignment_id, permission_id)
    where s.assignment_id = l.assignment_id and s.kind = 'rule' and s.source_id = l.permission_id`.execute(tx)
}

/** The number of people of each permission, without counting them again. Rows are locked in the order of their ids. */
async function count(
  tx: WriteTx,
  gains: readonly { permissionId: string }[],
  losses: readonly { permissionId: string }[],
): Promise<void> {
  const changes = new Map<string, number>()
  for (const { permissionId } of gains) changes.set(permissionId, (changes.get(permissionId) ?? 0) + 1)
  for (const { permissionId } of losses) changes.set(permissionId, (changes.get(permissionId) ?? 0) - 1)
  const changed = [...changes].filter(([, change]) => change !== 0)
  if (changed.length === 0) return
  await sql`
    with locked as materialized (select tenant_id, id from permissions where id = any(${changed.map(([id]) => id)}::uuid[]) order by id for no key update)
    update permissions p set people = p.people + c.change
    from locked l join unnest(${changed.map(([id]) => id)}::uuid[], ${changed.map(([, change]) => change)}::int[]) as c(id, change) on c.id = l.id
    where p.tenant_id = l.tenant_id and p.id = l.id`.execute(tx)
}
