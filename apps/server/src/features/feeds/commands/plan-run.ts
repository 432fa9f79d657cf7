import type { FeedCounts } from '@learnt/contract/feeds'
import { hereStatuses } from '@learnt/contract/states'
import type { FeedField } from '@learnt/contract/team-values'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { inSets } from '../../imports/commands/in-sets.ts'
import { errorOf } from '../../imports/queries/row-error.ts'
import { isWhollyTheirs, keyOf, valuesOf } from '../../members/commands/member-columns.ts'
import { rolesAbove } from '../../members/policy.ts'
import type { FeedRun } from '../queries/settings.ts'
import { findCircles } from './find-circles.ts'
import { refuseFollowers } from './refuse-rows.ts'

interface Plan {
  readonly unique: FeedField | null
  readonly fields: readonly FeedField[]
  /** Fields that a new person must have. */
  readonly required: readonly FeedField[]
}

/**
 * Determines what the staged rows of a run would do: which person each is about, who is missing, which managers it
 * means, what changes. Set-based for any number of rows. Returns the figures of the dry run.
 */
export async function planRun(ctx: Ctx, run: FeedRun, plan: Plan): Promise<FeedCounts> {
  await inSets(ctx, (tx) => matchPeople(tx, run, plan))
  await checkAccounts(ctx, run, plan)
  if (plan.fields.includes('phone')) await inSets(ctx, (tx) => judgePhones(tx, run.id))
  if (plan.fields.includes('managers')) {
    await inSets(ctx, (tx) => resolveManagers(tx, run, plan))
    await inSets(ctx, (tx) => findCircles(tx, run.id))
  }
  return inSets(ctx, async (tx) => {
    await compare(ctx, tx, run, plan)
    if (run.options.missing !== 'keep') await addMissing(ctx, tx, run)
    return countRun(ctx, tx, run)
  })
}

/**
 * Matches each row with a person: by the unique attribute, else by address, user name and employee number. Refuses both
 * of two rows about one person, because nobody knows which of them is right.
 */
async function matchPeople(tx: WriteTx, run: FeedRun, { unique, required }: Plan): Promise<void> {
  const uniqueOf = unique === null ? sql`''` : keyOf('m', unique)
  const uniqueName = unique ?? ''
  await sql`
    with mine as materialized (
      select m.id, m.user_id, m.email, lower(m.username) as username, lower(m.employee_id) as employee, ${uniqueOf} as uniq
      from memberships m where m.team_id = ${run.teamId}
    ),
    r as materialized (
      select place, by_unique, by_email, by_username, by_employee, outcome,
        by_unique <> '' and count(*) over (partition by by_unique) > 1 as unique_twice,
        by_email <> '' and count(*) over (partition by by_email) > 1 as email_twice,
        by_username <> '' and count(*) over (partition by by_username) > 1 as username_twice
      from feed_rows where run_id = ${run.id}
    ),
    hits as materialized (
      select r.place, m.id, m.user_id, m.uniq, 1 as rank from r join mine m on m.uniq = r.by_unique where r.by_unique <> ''
      union all select r.place, m.id, m.user_id, m.uniq, 2 from r join mine m on m.email = r.by_email where r.by_email <> ''
      union all select r.place, m.id, m.user_id, m.uniq, 3 from r join mine m on m.username = r.by_username where r.by_username <> ''
      union all select r.place, m.id, m.user_id, m.uniq, 4 from r join mine m on m.employee = r.by_employee where r.by_employee <> ''
    ),
    best as materialized (
      select place, min(id) as id, min(user_id::text)::uuid as user_id, min(uniq) as uniq, count(distinct id) as people from hits group by place
    ),
    shared as (select id from best where people = 1 group by id having count(*) > 1),
    judged as (
      select r.place, b.id, b.user_id,
        case
          when r.outcome = 'rejected' then null
          when r.unique_twice then ${errorOf('twice', uniqueName, sql`r.by_unique`)}
          when r.email_twice then ${errorOf('twice', 'email', sql`r.by_email`)}
          when r.username_twice then ${errorOf('twice', 'username', sql`r.by_username`)}
          when b.people > 1 then ${errorOf('severalPeople', '', sql`concat_ws(', ', nullif(r.by_unique, ''), nullif(r.by_email, ''), nullif(r.by_username, ''), nullif(r.by_employee, ''))`)}
          when b.uniq <> '' and r.by_unique <> '' and b.uniq <> r.by_unique then ${errorOf('otherUnique', uniqueName, sql`r.by_unique`)}
          when b.id in (select id from shared) then ${errorOf('samePerson', '', sql`concat_ws(', ', nullif(r.by_unique, ''), nullif(r.by_email, ''), nullif(r.by_username, ''), nullif(r.by_employee, ''))`)}
        end as error
      from r left join best b on b.place = r.place
    )
    update feed_rows f set
      membership_id = j.id, user_id = coalesce(j.user_id, f.user_id),
      errors = case when j.error is null then f.errors else f.errors || j.error end,
      outcome = case
        when f.outcome = 'rejected' or j.error is not null then 'rejected'
        when j.id is null then ${run.options.mode === 'update' ? 'skipped' : 'create'}::text
        else ${run.options.mode === 'create' ? 'skipped' : 'update'}::text end
    from judged j
    where f.run_id = ${run.id} and f.place = j.place and (j.id is not null or j.error is not null or ${run.options.mode === 'update'})`.execute(
    tx,
  )
  // A new person needs a name.
  await sql`
    update feed_rows set outcome = 'rejected', errors = errors || ${errorOf('firstNameMissing', 'firstName', sql`''`)}
    where run_id = ${run.id} and outcome = 'create' and not fields ? 'firstName'`.execute(tx)
  for (const field of required)
    await sql`
      update feed_rows set outcome = 'rejected', errors = errors || ${errorOf('required', field, sql`''`)}
      where run_id = ${run.id} and outcome = 'create' and not fields ? ${field}::text`.execute(tx)
}

const addressesAtOnce = 10_000

/**
 * An address or user name belongs to one account of the installation or the tenant. This queries the control plane
 * separately from the tenant’s tables, and only for rows with a new one.
 */
async function checkAccounts(ctx: Ctx, run: FeedRun, { fields }: Plan): Promise<void> {
  if (!fields.includes('email') && !fields.includes('username')) return
  for (let beyond = 0; ; ) {
    const from = beyond
    const asked = await inSets(ctx, async (tx) => {
      const { rows } = await sql<{ place: number; userId: string; isNew: boolean; email: string; username: string }>`
        select r.place, r.user_id, r.membership_id is null as is_new,
          case when m.email is distinct from r.by_email then r.by_email else '' end as email,
          case when lower(m.username) is distinct from r.by_username then r.by_username else '' end as username
        from feed_rows r left join memberships m on m.id = r.membership_id
        where r.run_id = ${run.id} and r.place > ${from} and r.outcome in ('create', 'update')
          and (m.email is distinct from r.by_email or lower(m.username) is distinct from r.by_username)
        order by r.place limit ${addressesAtOnce}`.execute(tx)
      const emails = rows.flatMap((row) => (row.email ? [row.email] : []))
      const names = rows.flatMap((row) => (row.username ? [row.username] : []))
      const [users, owners] = await Promise.all([
        emails.length > 0
          ? sql<{ email: string; userId: string }>`select * from control.users_of_addresses(${emails}::text[])`.execute(
              tx,
            )
          : { rows: [] },
        names.length > 0
          ? sql<{ name: string; userId: string }>`select * from control.usernames_taken(${names}::text[])`.execute(tx)
          : { rows: [] },
      ])
      const userOf = new Map(users.rows.map((user) => [user.email, user.userId]))
      const ownerOf = new Map(owners.rows.map((owner) => [owner.name, owner.userId]))
      const found = rows.flatMap((row) => {
        const account = userOf.get(row.email)
        const owner = ownerOf.get(row.username)
        const userId = row.isNew && account ? account : row.userId
        if (account && !row.isNew && account !== row.userId)
          return [{ place: row.place, user_id: userId, code: 'emailTaken', field: 'email', found: row.email }]
        if (owner && owner !== userId)
          return [{ place: row.place, user_id: userId, code: 'usernameTaken', field: 'username', found: row.username }]
        return userId === row.userId ? [] : [{ place: row.place, user_id: userId, code: '', field: '', found: '' }]
      })
      if (found.length > 0)
        // A row about a person with an account, who is in this team by another address, would make a second membership.
        await sql`
          update feed_rows f set user_id = d.user_id,
            outcome = case when d.code = '' and there.id is null then f.outcome else 'rejected' end,
            errors = case
              when d.code <> '' then f.errors || jsonb_build_array(jsonb_build_object('code', d.code, 'field', d.field, 'found', d.found))
              when there.id is not null then f.errors || ${errorOf('emailTaken', 'email', sql`f.by_email`)}
              else f.errors end
          from jsonb_to_recordset(${json(found)}) as d (place int, user_id uuid, code text, field text, found text)
          left join memberships there on there.id = d.user_id || ':' || ${run.teamId} and d.code = ''
          where f.run_id = ${run.id} and f.place = d.place`.execute(tx)
      return rows
    })
    const last = asked.at(-1)
    if (!last || asked.length < addressesAtOnce) return
    beyond = last.place
  }
}

/** Refuses invalid phone numbers, but only new ones. A person’s existing value stays, as in the form of a member. */
async function judgePhones(tx: WriteTx, runId: string): Promise<void> {
  await sql`
    with judged as materialized (
      select f.place, f.outcome = 'skipped' or coalesce(m.phone = f.fields ->> 'phone', false) as stays
      from feed_rows f left join memberships m on m.id = f.membership_id
      where f.run_id = ${runId} and f.outcome <> 'rejected' and f.errors @> '[{"code": "phone"}]'
    )
    update feed_rows f set outcome = case when j.stays then f.outcome else 'rejected' end, errors = case when j.stays then '[]' else f.errors end
    from judged j where f.run_id = ${runId} and f.place = j.place`.execute(tx)
}

/**
 * Finds managers by unique attribute, address or user name, among people of the tenant and of the file, in any order.
 * Refuses a row when it refuses the manager’s row.
 */
async function resolveManagers(tx: WriteTx, run: FeedRun, { unique }: Plan): Promise<void> {
  const uniqueOf = unique === null ? sql`''` : keyOf('m', unique)
  await sql`
    with refs as materialized (
      select distinct ref from feed_rows r, unnest(r.managers) ref
      where r.run_id = ${run.id} and r.managers <> '{}' and r.outcome in ('create', 'update')
    ),
    people as materialized (
      select m.user_id, m.email, lower(m.username) as username, ${uniqueOf} as uniq from memberships m
      union all
      select r.user_id, r.by_email, r.by_username, r.by_unique from feed_rows r
      where r.run_id = ${run.id} and r.outcome in ('create', 'update')
    ),
    known as materialized (
      select ref, min(user_id::text) as user_id, count(distinct user_id) as people from (
        select ref, p.user_id from refs join people p on p.uniq = ref
        union all select ref, p.user_id from refs join people p on p.email = ref
        union all select ref, p.user_id from refs join people p on p.username = ref
      ) each group by ref
    ),
    -- Separate, so that the planner does not scan all known people for each row.
    said as materialized (
      select r.place, r.user_id::text as person, ref, n from feed_rows r cross join unnest(r.managers) with ordinality u(ref, n)
      where r.run_id = ${run.id} and r.managers <> '{}' and r.outcome in ('create', 'update')
    ),
    named as materialized (
      select s.place,
        jsonb_agg(k.user_id order by n) filter (where k.user_id is not null) as managers,
        string_agg(ref, ', ') filter (where k.user_id is null) as unknown,
        string_agg(ref, ', ') filter (where k.people > 1) as several,
        string_agg(ref, ', ') filter (where k.user_id = s.person) as own
      from said s left join known k using (ref) group by s.place
    )
    update feed_rows f set
      fields = f.fields || jsonb_build_object('managers', coalesce(n.managers, '[]')),
      outcome = case when n.unknown is null and n.several is null and n.own is null then f.outcome else 'rejected' end,
      errors = case
        when n.unknown is not null then f.errors || ${errorOf('unknownManager', 'managers', sql`n.unknown`)}
        when n.several is not null then f.errors || ${errorOf('severalManagers', 'managers', sql`n.several`)}
        when n.own is not null then f.errors || ${errorOf('ownManager', 'managers', sql`n.own`)}
        else f.errors end
    from named n where f.run_id = ${run.id} and f.place = n.place`.execute(tx)
  // An empty cell that clears the field.
  await sql`
    update feed_rows set fields = fields || '{"managers": []}'
    where run_id = ${run.id} and managers = '{}' and outcome in ('create', 'update')`.execute(tx)
  await refuseFollowers(tx, run.id)
}

/** Compares each row with its person’s current data, and refuses changes that this administrator may not make. */
async function compare(ctx: Ctx, tx: WriteTx, run: FeedRun, { fields, unique }: Plan): Promise<void> {
  const today = sql`(${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date`
  // The fields that identified a person stay as they are, even when the case differs.
  const names = new Map<FeedField, RawBuilder<unknown>>([
    ['username', sql`r.by_username`],
    ['employeeId', sql`r.by_employee`],
    ...(unique === null ? [] : [[unique, sql`r.by_unique`] as const]),
  ])
  const own = [...names].map(([field, key]) => sql`case when ${keyOf('m', field)} = ${key} then ${sql.lit(field)} end`)
  const kept = sql`r.fields - array_remove(array[${sql.join(own)}], null)`
  // The preferred name is the same in all teams, so changing it takes the right to all of the person’s teams.
  const isCalledElsewhere = sql`(r.fields ? 'preferredName' and r.fields ->> 'preferredName' <> m.preferred_name
    and not ${isWhollyTheirs(ctx.actor, sql`m.user_id`)})`
  const mayKeep = sql`(case when ${isCalledElsewhere} then (${kept}) - 'preferredName' else ${kept} end)`
  const returns = sql`${run.options.returns} and m.status in ('inactive', 'archived', 'terminated')
    and coalesce((r.fields ->> 'terminationDate')::date > z.today, true)`
  await sql`
    with z as materialized (select ${today} as today),
    judged as (
      select r.place, rtrim(m.first_name || ' ' || m.last_name) as name, m.status,
        case when ${returns} then ${mayKeep} || '{"status": "active"}' else ${mayKeep} end as fields, ${isCalledElsewhere} as is_called_elsewhere,
        ${valuesOf('m', fields)} as was, m.roles && ${rolesAbove(ctx.actor)}::text[] as is_above,
        m.roles && array['admin', 'superadmin'] as is_administrator
      from feed_rows r join memberships m on m.id = r.membership_id cross join z
      where r.run_id = ${run.id} and r.outcome in ('update', 'unchanged')
    ),
    compared as (
      select *, was || fields = was as is_same,
        is_administrator and fields ->> 'terminationDate' is not null and was -> 'terminationDate' is distinct from fields -> 'terminationDate' as takes_administrator
      from judged
    )
    update feed_rows f set person = case when f.fields ? 'firstName' then f.person else c.name end, fields = c.fields,
      outcome = case when c.is_same then 'unchanged' when c.is_above or c.takes_administrator then 'rejected' else 'update' end,
      errors = case
        when c.is_called_elsewhere and not c.is_above then f.errors || ${errorOf('otherTeams', 'preferredName', sql`f.fields ->> 'preferredName'`)}
        when c.is_same then f.errors
        when c.is_above then f.errors || ${errorOf('higherRole', '', sql`c.name`)}
        when c.takes_administrator then f.errors || ${errorOf('administratorLeaves', 'terminationDate', sql`c.fields ->> 'terminationDate'`)}
        else f.errors end
    from compared c where f.run_id = ${run.id} and f.place = c.place
      and (c.is_same or c.is_above or c.takes_administrator or c.fields <> f.fields or not f.fields ? 'firstName')`.execute(
    tx,
  )
}

/** People of the team without a row. Administrators stay: a feed never removes them. */
async function addMissing(ctx: Ctx, tx: WriteTx, run: FeedRun): Promise<void> {
  const { missing } = run.options
  await sql`
    insert into feed_rows (run_id, place, line, person, user_id, membership_id, fields, outcome, errors)
    select ${run.id}, coalesce((select max(place) from feed_rows where run_id = ${run.id}), 0) + row_number() over (order by m.sort_name, m.id), null,
      rtrim(m.first_name || ' ' || m.last_name), m.user_id, m.id, jsonb_build_object('status', ${missing}::text),
      case when m.roles && array['admin', 'superadmin'] then 'skipped' else 'leave' end,
      case when m.roles && array['admin', 'superadmin'] then jsonb_build_array(${errorOf('administratorStays', '', sql`''`)}) else '[]' end
    from memberships m
    where m.team_id = ${run.teamId} and m.status = any (${hereStatuses}::text[]) and m.status <> ${missing} and m.user_id <> ${ctx.actor.userId}
      and not exists (select from feed_rows r where r.run_id = ${run.id} and r.membership_id = m.id)`.execute(tx)
}

/** The figures of a run as its rows are now. */
export async function countRun(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  run: Pick<FeedRun, 'id' | 'teamId'>,
): Promise<FeedCounts> {
  const { rows } = await sql<FeedCounts>`
    with z as materialized (select (${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date as today)
    select count(r.line)::int as rows,
      (count(*) filter (where r.outcome = 'create'))::int as create,
      (count(*) filter (where r.outcome = 'update'))::int as update,
      (count(*) filter (where r.outcome = 'unchanged'))::int as unchanged,
      (count(*) filter (where r.outcome = 'rejected'))::int as rejected,
      (count(*) filter (where r.outcome = 'skipped'))::int as skipped,
      (count(*) filter (where r.outcome = 'leave' or r.outcome = 'update' and m.status = 'active' and (r.fields ->> 'terminationDate')::date <= z.today))::int as leaving,
      (count(*) filter (where r.line is not null and m.status <> 'active' and not r.fields ? 'status'))::int as away,
      (count(*) filter (where r.state = 'done' and r.outcome in ('create', 'update', 'leave')))::int as done,
      (count(*) filter (where r.state = 'failed'))::int as failed,
      (count(*) filter (where r.state = 'undone'))::int as undone,
      (select count(*)::int from memberships a where a.team_id = ${run.teamId} and a.status = 'active') as active
    from feed_rows r left join memberships m on m.id = r.membership_id cross join z
    where r.run_id = ${run.id}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('An aggregate always has a row')
  return found
}
