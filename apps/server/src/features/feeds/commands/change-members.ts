import type { FeedField } from '@learnt/contract/team-values'
import { fullName } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import { auditMany } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { announceMany } from '../../../platform/outbox.ts'
import { announceEnded, keepManagers } from '../../members/commands/keep-in-step.ts'
import { putDirectoryMany } from '../../members/commands/put-directory.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { columnOf } from '../fields.ts'
import { rolesAbove } from '../policy.ts'
import { becomes, begins, isWhollyTheirs, valuesOf } from '../queries/member-columns.ts'

type Values = Record<string, unknown>

export interface Changed {
  readonly place: number
  readonly id: string
  readonly userId: string
  /** The fields that changed, before and after. */
  readonly before: Values
  readonly after: Values
}

interface ChangedRow {
  place: number
  id: string
  userId: string
  teamId: string
  status: string
  roles: string[]
  username: string
  email: string
  firstName: string
  lastName: string
  was: Values
  target: Values
}

const searched: readonly FeedField[] = ['firstName', 'lastName', 'email', 'username', 'employeeId', 'preferredName']

/**
 * Changes fields of many memberships with all that follows from it. `wanted`: a query with `place`, `membership_id` and
 * `target`, an object of the fields. Whoever is like that already is not touched, and nothing follows for them.
 */
export async function changeMembers(
  ctx: Ctx,
  tx: WriteTx,
  of: { wanted: RawBuilder<unknown>; fields: readonly FeedField[] },
): Promise<Changed[]> {
  const { fields } = of
  if (fields.length === 0) return []
  const target = sql`l.target`
  // What is the same in all teams changes with the right to all of them; the run has said so of its rows.
  const asked = fields.includes('preferredName')
    ? sql`case when ${isWhollyTheirs(ctx.actor, sql`m.user_id`)} then w.target else w.target - 'preferredName' end`
    : sql`w.target`
  const sets = fields.map((field) => sql`${sql.ref(columnOf(field))} = ${becomes('m', field, target)}`)
  if (searched.some((field) => fields.includes(field)))
    sets.push(sql`search_text = ${searchText((field) => becomes('m', field, target))}`)
  const { rows } = await sql<ChangedRow>`
    with wanted as materialized (${of.wanted}),
    locked as materialized (
      select w.place, (${asked}) - 'status' as target, m.id, ${valuesOf('m', fields)} as was
      from wanted w join memberships m on m.id = w.membership_id
      where not m.roles && ${rolesAbove(ctx.actor)}::text[]
      order by m.id for no key update of m
    ),
    changed as (
      update memberships m set ${sql.join(sets)}, updated_at = ${ctx.now}, revision = m.revision + 1
      from locked l where m.id = l.id and l.was || l.target <> l.was
      returning l.place, m.id, m.user_id, m.team_id, m.status, m.roles, m.username, m.email, m.first_name, m.last_name, l.was, l.target
    )
    select * from changed order by place`.execute(tx)
  const changed = rows.map((row) => ({
    ...row,
    keys: Object.keys(row.target).filter((key) => !isSame(row.was[key], row.target[key])),
  }))
  const keys = [...new Set(changed.flatMap((one) => one.keys))]
  const having = (field: FeedField) => changed.filter((one) => one.keys.includes(field))
  if (changed.length === 0) return []
  await moveAddresses(ctx, tx, having('email'))
  const renamed = having('username')
  if (renamed.length > 0) await announceEnded(ctx, tx, await putDirectoryMany(tx, renamed, ctx.now))
  const led = having('managers')
  if (led.length > 0)
    await keepManagers(
      tx,
      led.map((one) => one.userId),
    )
  await keepCalled(ctx, tx, having('preferredName'))
  const results = changed.map((one) => ({
    place: one.place,
    id: one.id,
    userId: one.userId,
    before: pick(one.was, one.keys),
    after: pick(one.target, one.keys),
    title: fullName(one),
  }))
  await Promise.all([
    auditMany(
      ctx,
      tx,
      results.map(({ id, before, after, title }) => ({
        action: 'members.update',
        subjectType: 'membership',
        subjectId: id,
        subjectTitle: title,
        before,
        after,
      })),
    ),
    // Their pages ask again.
    announceMany(
      ctx,
      tx,
      results.map(({ id, userId }) => ({ topic: 'me', userId, kind: 'membership', id })),
    ),
  ])
  await reevaluateMembers(
    ctx,
    tx,
    results.map((one) => one.id),
    keys,
  )
  return results
}

/** What a person is called is the same in all teams of the tenant. */
async function keepCalled(ctx: Ctx, tx: WriteTx, called: readonly { readonly id: string }[]): Promise<void> {
  if (called.length === 0) return
  await sql`
    with other as materialized (
      select o.id, m.preferred_name from memberships m join memberships o on o.user_id = m.user_id and o.id <> m.id
      where m.id = any (${called.map((one) => one.id)}::text[]) and o.preferred_name <> m.preferred_name
    )
    update memberships m set preferred_name = o.preferred_name, updated_at = ${ctx.now}, revision = m.revision + 1,
      search_text = ${searchText((field) => (field === 'preferredName' ? sql`o.preferred_name` : sql.ref(`m.${columnOf(field)}`)))}
    from other o where m.id = o.id`.execute(tx)
}

/**
 * The address to sign in with follows for whom it follows when an administrator changes it by hand: see followAddress() of
 * the members.
 */
async function moveAddresses(ctx: Ctx, tx: WriteTx, moved: readonly ChangedRow[]): Promise<void> {
  if (moved.length === 0) return
  const { actor } = ctx
  const { rows: free } = await sql<{ userId: string }>`
    select user_id from memberships where user_id = any (${moved.map((one) => one.userId)}::uuid[]) group by user_id
    having ${isWhollyTheirs(actor, sql`memberships.user_id`)}`.execute(tx)
  const ids = new Set(free.map((one) => one.userId))
  const people = moved.filter((one) => ids.has(one.userId)).map((one) => ({ user_id: one.userId, email: one.email }))
  if (people.length === 0) return
  const { rows } = await sql<{ userId: string; former: string | null }>`
    select p.user_id, control.move_address(p.user_id, p.email, ${ctx.now}) as former
    from jsonb_to_recordset(${json(people)}) as p (user_id uuid, email text)`.execute(tx)
  const formerOf = new Map(rows.map((row) => [row.userId, row.former]))
  await Promise.all(
    moved.map((one) => {
      const former = formerOf.get(one.userId)
      if (!former) return undefined
      return queueMail(ctx, tx, {
        kind: 'addressMoved',
        to: former,
        userId: one.userId,
        teamId: one.teamId,
        values: { name: one.firstName, email: one.email },
        path: '/login',
      })
    }),
  )
}

interface NewRow {
  place: number
  id: string
  userId: string
  username: string
  email: string
  firstName: string
  lastName: string
  managers: string[]
  fields: Values
}

/** Adds the people of these rows to the team, with all that follows from it. */
export async function addMembers(
  ctx: Ctx,
  tx: WriteTx,
  of: { runId: string; teamId: string; places: readonly number[]; fields: readonly FeedField[] },
): Promise<NewRow[]> {
  const { runId, teamId } = of
  const fields = [...new Set<FeedField>([...of.fields, 'firstName', 'lastName'])].filter(
    (field) => field !== 'preferredName',
  )
  const { rows: people } = await sql<{
    place: number
    id: string
    email: string
    firstName: string
    lastName: string
  }>`
    select place, user_id as id, by_email as email, fields ->> 'firstName' as first_name, coalesce(fields ->> 'lastName', '') as last_name
    from feed_rows where run_id = ${runId} and place = any (${[...of.places]}::int[]) and state = 'planned' and outcome = 'create' for update`.execute(
    tx,
  )
  if (people.length === 0) return []
  const told = people.map(({ id, email, firstName, lastName }) => ({
    id,
    email,
    first_name: firstName,
    last_name: lastName,
  }))
  const { rows: users } = await sql<{ given: string; found: string }>`
    select * from control.find_or_create_users(${json(told)}, ${ctx.now})`.execute(tx)
  const foundOf = new Map(users.map((user) => [user.given, user.found]))
  const made = people.map((one) => ({
    place: one.place,
    user_id: foundOf.get(one.id) ?? one.id,
  }))
  const { rows } = await sql<NewRow>`
    with person as materialized (
      -- What a person is called and looks like is the same in all teams of the tenant.
      select r.place, p.user_id, r.fields, coalesce(case when ${isWhollyTheirs(ctx.actor, sql`p.user_id`)} then r.fields ->> 'preferredName' end, known.preferred_name, '') as preferred_name, coalesce(known.avatar, '') as avatar
      from jsonb_to_recordset(${json(made)}) as p (place int, user_id uuid) join feed_rows r on r.run_id = ${runId} and r.place = p.place
      left join lateral (
        select o.preferred_name, o.avatar from memberships o where o.user_id = p.user_id order by o.is_primary desc limit 1
      ) known on true
    ),
    made as (
      insert into memberships (id, user_id, team_id, status, roles, ${sql.join(fields.map((field) => sql.ref(columnOf(field))))}, preferred_name, avatar, is_primary, search_text, created_at, updated_at)
      select user_id || ':' || ${teamId}, user_id, ${teamId}, 'active', '{learner}', ${sql.join(fields.map((field) => begins(field, sql`fields`)))},
        preferred_name, avatar, not exists (select from memberships o where o.user_id = person.user_id and o.is_primary),
        ${searchText((field) => (field === 'preferredName' ? sql`preferred_name` : begins(field, sql`fields`)))}, ${ctx.now}, ${ctx.now}
      from person order by place
      returning id, user_id, username, email, first_name, last_name, managers
    )
    select person.place, made.*, person.fields from made join person using (user_id) order by place`.execute(tx)
  const entries = rows.map(({ userId, username }) => ({
    userId,
    teamId,
    status: 'active',
    roles: ['learner'],
    username,
  }))
  await putDirectoryMany(tx, entries, ctx.now)
  const led = rows.filter((row) => row.managers.length > 0)
  if (led.length > 0)
    await keepManagers(
      tx,
      led.map((row) => row.userId),
    )
  if (of.fields.includes('preferredName')) await keepCalled(ctx, tx, rows)
  await auditMany(
    ctx,
    tx,
    rows.map((row) => ({
      action: 'members.create',
      subjectType: 'membership',
      subjectId: row.id,
      subjectTitle: fullName(row),
      after: { ...row.fields, roles: ['learner'] },
    })),
  )
  // A new membership asks all rules, which `status` stands for.
  await reevaluateMembers(
    ctx,
    tx,
    rows.map((row) => row.id),
    ['status'],
  )
  return rows
}

/** Invitations for new people, each a task of its own. */
export async function inviteMembers(ctx: Ctx, tx: WriteTx, teamId: string, rows: readonly NewRow[]): Promise<void> {
  const invited = rows.filter((row) => row.email !== '')
  if (invited.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      invited.map(({ userId }) => ({
        id: newId(),
        task: 'users.mailInvitation',
        payload: json({ userId, teamId }),
        runAt: ctx.now,
        createdAt: ctx.now,
      })),
    )
    .execute()
}

/** The words that lists search in: as searchTextOf() of the members says. */
function searchText(of: (field: FeedField) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`search_form(concat_ws(' ', ${sql.join(searched.map((field) => sql`nullif(${of(field)}, '')`))}))`
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function pick(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
}
