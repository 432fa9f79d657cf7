/**
 * The minimal SQL of the work, as a person who knows the tables would write it: prepared, with the tenant in WHERE,
 * over a connection without row security. $1 is always the tenant.
 */
export const session = `
  select s.id, s.user_id, s.tenant_id, d.status, d.roles from control.sessions s
  join control.directory d on d.user_id = s.user_id and d.team_id = s.team_id
  where s.token_hash = $1 and s.ended_at is null and s.expires_at > now()`

const card = `
  a.id, c.id as course_id, c.title, c.description, c.category, c.tags, c.image_file_id, c.is_bundle, a.is_optional, a.state,
  a.progress, c.activity_count, a.activities_done, c.minutes, a.due_at, a.due_day, a.frozen_at, a.assigned_at, a.started_at,
  a.completed_at, a.last_activity_at`
const own = `
  from assignments a join documents c on c.tenant_id = a.tenant_id and c.id = a.document_id
  where a.tenant_id = $1 and a.user_id = $2 and a.document_type = 'course' and a.is_active
    and c.status in ('published', 'publishedwithdraft')`
const done = `a.state in ('completed', 'passed')`

/** $2 the person. */
export const home = {
  waiting: `select exists (select from permissions where tenant_id = $1 and is_applying) or exists (select from container_syncs where tenant_id = $1) as waiting`,
  open: `select ${card} ${own} and not c.is_bundle and not a.is_optional and not ${done} order by a.due_at nulls last, a.assigned_at, a.id limit 100`,
  recent: `select ${card} ${own} and not c.is_bundle and a.last_activity_at is not null order by a.last_activity_at desc, a.id limit 6`,
  resume: `select ${card}, coalesce(a.version_id, c.published_version_id) as version_id, a.last_activity_id ${own} and not c.is_bundle
    and a.last_activity_at is not null and not ${done} order by a.last_activity_at desc, a.id limit 1`,
  counts: `select count(*)::int as required, (count(*) filter (where ${done}))::int as done,
    (count(*) filter (where a.state in ('inprogress', 'failed')))::int as in_progress,
    (count(*) filter (where a.due_day < current_date and not ${done}))::int as overdue ${own} and not c.is_bundle and not a.is_optional`,
}

/** $2 the assignment. */
export const steps = `select activity_id, state, progress, score, position, completed_at, updated_at from activity_progress where tenant_id = $1 and assignment_id = $2`

/** $2 the person, $3 the assignment. */
export const ownCourse = `
  select ${card}, a.user_id, a.is_active, c.status, coalesce(a.version_id, c.published_version_id) as version_id, a.last_activity_id
  from assignments a join documents c on c.tenant_id = a.tenant_id and c.id = a.document_id
  where a.tenant_id = $1 and a.user_id = $2 and a.document_type = 'course' and (a.id = $3 or a.document_id = $3)
  order by a.id = $3 desc, a.cycle desc limit 1`

/** $2 the assignment. */
export const sources = `
  select s.kind, s.source_id, coalesce(p.title, '') as title, s.is_optional, s.granted_at, s.due_at from assignment_sources s
  left join permissions p on p.tenant_id = s.tenant_id and s.kind = 'rule' and p.id = s.source_id
  where s.tenant_id = $1 and s.assignment_id = $2 order by s.granted_at, s.kind, s.source_id`

const memberColumns = `
  m.id, m.user_id, m.team_id, m.first_name, m.last_name, m.email, m.username, m.employee_id, m.avatar, m.status, m.roles, m.position, m.created_at, m.sort_name,
  (select d.last_used_at from control.directory d where d.user_id = m.user_id and d.team_id = m.team_id) as last_seen_at`
/** $2, $3 the last row of the previous page; $4 the search text. */
export const members = {
  page: `select ${memberColumns} from memberships m where m.tenant_id = $1 and (m.sort_name, m.id) > ($2, $3) order by m.sort_name, m.id limit 13`,
  searched: `select ${memberColumns} from memberships m where m.tenant_id = $1 and (m.sort_name, m.id) > ($2, $3) and m.search_words like $4 order by m.sort_name, m.id limit 13`,
  total: `select count(*) from memberships m where m.tenant_id = $1`,
  searchedTotal: `select count(*) from memberships m where m.tenant_id = $1 and m.search_words like $2`,
}

const courseColumns = `id, title, image_file_id, status, is_bundle, category, tags, required_count, optional_count, activity_count, created_at, updated_at, sort_title as sort_key`
export const courses = {
  page: `select ${courseColumns} from documents where tenant_id = $1 and (sort_title, id) > ($2, $3) and status <> 'archived' order by sort_title, id limit 13`,
  searched: `select ${courseColumns} from documents where tenant_id = $1 and (sort_title, id) > ($2, $3) and status <> 'archived' and search_text like $4 order by sort_title, id limit 13`,
  total: `select count(*) from documents where tenant_id = $1 and status <> 'archived'`,
  searchedTotal: `select count(*) from documents where tenant_id = $1 and status <> 'archived' and search_text like $2`,
}

const offers = `
  from assignments a join documents d on d.tenant_id = a.tenant_id and d.id = a.document_id
  where a.tenant_id = $1 and a.user_id = $2 and a.is_active and a.is_optional and d.status in ('published', 'publishedwithdraft')
    and exists (select from assignment_sources s where s.tenant_id = a.tenant_id and s.assignment_id = a.id and s.kind not in ('bundle', 'pathway', 'learningPackage'))`
/** $2 the person. */
export const catalogue = {
  page: `select a.id as assignment_id, d.id, d.type, d.is_bundle, d.title, d.description, d.category, d.tags, d.image_file_id, d.language, d.subtype, d.minutes,
    d.activity_count, d.published_at, a.state, a.progress, a.needs_request, a.waits_for, d.prerequisites ${offers} order by d.sort_title, d.id limit 25`,
  asked: `select distinct on (document_id) document_id, id, state from requests where tenant_id = $1 and user_id = $2 order by document_id, made_at desc`,
  facets: `select d.type, d.is_bundle, d.category, d.language, d.minutes <= 15 as is_short, d.minutes <= 60 as is_medium, count(*)::int as count ${offers}
    group by grouping sets ((d.type, d.is_bundle), (d.category), (d.language), (d.minutes <= 15, d.minutes <= 60), ())`,
  tags: `select tag, count(*)::int as count from (select unnest(d.tags) as tag ${offers}) tags group by tag`,
}

/** The minimum for saving a run-time call; one transaction. */
export const commit = {
  /** $2 the attempt. */
  lock: `select * from attempts where tenant_id = $1 and id = $2 for update`,
  /** $2 the membership, $3 the session, $4 the attempt, $5 the item. */
  standing: `
    select (select status from memberships where tenant_id = $1 and id = $2) as member_status,
      exists (select from control.sessions where id = $3 and ended_at is null and expires_at > now()) as is_signed_in,
      (select jsonb_agg(jsonb_build_object('scoId', sco_id, 'status', status, 'seconds', seconds_before + seconds_now)) from attempt_scos where tenant_id = $1 and attempt_id = $4) as scos,
      (select to_jsonb(s) - 'cmi' from attempt_scos s where tenant_id = $1 and attempt_id = $4 and sco_id = $5) as sco`,
  /** $2 the attempt, $3 the item, $4 epoch, $5 seq, $6 the elements, $7 seconds. */
  item: `
    insert into attempt_scos (tenant_id, attempt_id, sco_id, acked_epoch, acked_seq, cmi, status, status_before, visit_epoch, visit, seconds_before, seconds_now, first_opened_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, 'incomplete', 'not attempted', $4, 1, 0, $7, now(), now())
    on conflict (tenant_id, attempt_id, sco_id) do update set acked_epoch = excluded.acked_epoch, acked_seq = excluded.acked_seq, cmi = excluded.cmi,
      status = excluded.status, seconds_now = excluded.seconds_now, updated_at = excluded.updated_at`,
  /** $2 the attempt, $3 epoch, $4 seconds, $5 number of calls, $6 the item. */
  whole: `
    update attempts set acked_epoch = $3, seconds = $4, calls = calls + $5, current_sco = $6, last_saved_at = now() where tenant_id = $1 and id = $2`,
  /** $2 the attempt, $3 epoch, $4 the calls. */
  calls: `
    insert into runtime_calls (tenant_id, attempt_id, epoch, n, at, received_at, sco_id, call, element, value, result, error, times, verdict)
    select $1, $2, $3, n, to_timestamp(at / 1000.0), now(), sco, fn, coalesce(element, ''), coalesce(value, ''), result, error, 1, 'recorded'
    from jsonb_to_recordset($4::jsonb) as given(n int, at bigint, sco text, fn text, element text, value text, result text, error text) on conflict do nothing`,
}

const counted = `a.tenant_id = $1 and a.document_type = 'course' and a.is_active and not (a.is_optional and a.state = 'notstarted')`

export const report = {
  /** The figures of all courses, counted from the assignments. */
  byCourse: `
    select a.document_id as course_id, count(*)::int as assigned, (count(*) filter (where a.state = 'notstarted'))::int as not_started,
      (count(*) filter (where a.state = 'inprogress'))::int as in_progress, (count(*) filter (where a.state in ('completed', 'passed')))::int as completed,
      (count(*) filter (where a.state = 'failed'))::int as failed, sum(a.progress)::float8 as progress, avg(a.score)::float8 as score, sum(a.seconds)::float8 as seconds,
      (count(*) filter (where not a.is_optional and a.state not in ('completed', 'passed') and a.due_day < (now() at time zone 'UTC')::date))::int as overdue
    from assignments a where ${counted} group by a.document_id`,
  /** The same of the documents of a type; $2 the type, $3 whether they are bundles. */
  byDocument: `
    select a.document_id, count(*)::int as assigned, (count(*) filter (where a.state = 'notstarted'))::int as not_started,
      (count(*) filter (where a.state = 'inprogress'))::int as in_progress, (count(*) filter (where a.state in ('completed', 'passed')))::int as completed,
      sum(a.progress)::float8 as progress, avg(a.score)::float8 as score, sum(a.seconds)::float8 as seconds
    from assignments a join documents d on d.tenant_id = a.tenant_id and d.id = a.document_id and d.type = $2 and d.is_bundle = $3
    where a.tenant_id = $1 and a.is_active and not (a.is_optional and a.state = 'notstarted') group by a.document_id`,
  /** The figures of all activities, counted from people's progress. */
  byActivity: `
    select p.activity_id, count(*)::int as started, (count(*) filter (where p.state in ('completed', 'passed')))::int as completed,
      (count(*) filter (where p.state = 'failed'))::int as failed, avg(p.score)::float8 as score, sum(p.seconds)::float8 as seconds
    from activity_progress p join assignments a on a.tenant_id = p.tenant_id and a.id = p.assignment_id
    where ${counted} and p.state <> 'notstarted' group by p.activity_id`,
  /** One page of the people behind an activity's figure; $2 the activity, $3 its course. */
  activityRows: `
    select a.id, a.user_id, m.first_name, m.last_name, m.email, m.sort_name, p.state, p.progress, p.score, p.seconds, p.started_at, p.completed_at
    from memberships m join assignments a on a.tenant_id = m.tenant_id and a.user_id = m.user_id and a.document_id = $3
    left join activity_progress p on p.tenant_id = a.tenant_id and p.assignment_id = a.id and p.activity_id = $2
    where m.tenant_id = $1 and m.is_primary and ${counted} order by m.sort_name, m.id limit 26`,
  /** One page of the rows behind a course's figure; $2 the course, $3 and $4 the last row of the previous page. */
  rows: `
    select a.id, a.user_id, m.first_name, m.last_name, m.email, m.sort_name, c.title, a.is_optional, a.state, a.progress, a.score, a.seconds, a.assigned_at, a.started_at, a.completed_at, a.due_at
    from memberships m join assignments a on a.tenant_id = m.tenant_id and a.user_id = m.user_id and a.document_id = $2
    join documents c on c.tenant_id = a.tenant_id and c.id = a.document_id
    where m.tenant_id = $1 and m.is_primary and ${counted} and (m.sort_name, m.id) > ($3, $4)
    order by m.sort_name, m.id limit 26`,
  rowsTotal: `select count(*) from assignments a where ${counted} and a.document_id = $2`,
  /** All of them as a file; the course, null for all, is in the text, because COPY takes no parameters. */
  copy: (tenantId: string, courseId: string | null) => `
    copy (select m.first_name || ' ' || m.last_name, m.email, c.title, not a.is_optional, a.state, a.progress, a.score, a.seconds, a.assigned_at, a.started_at, a.completed_at, a.due_at
      from assignments a join memberships m on m.tenant_id = a.tenant_id and m.user_id = a.user_id and m.is_primary
      join documents c on c.tenant_id = a.tenant_id and c.id = a.document_id
      where ${counted.replace('$1', `'${tenantId}'`)} ${courseId === null ? '' : `and a.document_id = '${courseId}'`} order by m.sort_name, m.id) to stdout (format csv)`,
}

/** The rows that a rule for everybody writes; $2 the course, $3 the permission. */
export const assign = `
  with made as (
    insert into assignments (tenant_id, id, user_id, document_type, document_id, is_optional, assigned_at)
    select $1, public.assignment_id($1, m.user_id, 'course', $2, 0), m.user_id, 'course', $2, false, now()
    from memberships m where m.tenant_id = $1 and m.is_primary and m.status = 'active' on conflict do nothing
    returning id, user_id, state, is_optional, progress, seconds),
  counted as (
    insert into progress_deltas (tenant_id, id, document_type, document_id, user_id, sign, state, is_optional, progress, seconds, at)
    select $1, gen_random_uuid(), 'course', $2, user_id, 1, state, is_optional, progress, seconds, now() from made)
  insert into assignment_sources (tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at)
  select $1, id, 'rule', $3, user_id, user_id || ':' || $1, false, now() from made`

/** Adds a tag ($2) to everybody, with an audit entry for each; $3 the actor. */
export const changeEverybody = `
  with before as materialized (select id, tags, first_name, last_name from memberships where tenant_id = $1 for update),
  changed as (
    update memberships m set tags = b.tags || array[$2], updated_at = now(), revision = m.revision + 1
    from before b where m.tenant_id = $1 and m.id = b.id
    returning m.id, b.tags as old, m.tags as new, rtrim(b.first_name || ' ' || b.last_name) as title),
  entry as (
    insert into audit_entries (tenant_id, id, at, actor_id, actor_name, action, subject_type, subject_id, subject_title, request_id, address)
    select $1, gen_random_uuid(), now(), $3, 'Bench', 'members.update', 'membership', id, title, 'bench', '' from changed
    returning id, subject_id)
  insert into audit_payloads (tenant_id, entry_id, before, after)
  select $1, e.id, jsonb_build_object('tags', c.old), jsonb_build_object('tags', c.new) from entry e join changed c on c.id = e.subject_id`

/** All rows that the next cycle of a course ($2) makes and changes for everybody. */
export const beginCycles = `
  with due as materialized (select * from assignments where tenant_id = $1 and document_id = $2 and ended_at is null),
  ended as (
    update assignments a set ended_at = now(), is_active = false, changed_day = current_date from due d where a.tenant_id = $1 and a.id = d.id),
  opened as (
    insert into assignments (tenant_id, id, user_id, document_type, document_id, cycle, cycle_reason, period_from, is_optional, assigned_at, changed_day)
    select $1, public.assignment_id($1, user_id, 'course', $2, 1), user_id, 'course', $2, 1, 'reset', current_date, is_optional, now(), current_date from due),
  counted as (
    insert into progress_deltas (tenant_id, id, document_type, document_id, user_id, sign, state, is_optional, progress, seconds, at)
    select $1, gen_random_uuid(), 'course', $2, user_id, sign, case sign when 1 then 'notstarted' else state end, is_optional, case sign when 1 then 0 else progress end,
      case sign when 1 then 0 else seconds end, now() from due cross join (values (1), (-1)) s(sign)),
  kept as (
    insert into assignment_days (tenant_id, assignment_id, from_day, until_day, user_id, document_id, is_active, is_optional, state, progress, score, seconds, version_id, assigned_at, started_at, completed_at)
    select $1, id, changed_day, current_date, user_id, document_id, is_active, is_optional, state, progress, score, seconds, version_id, assigned_at, started_at, completed_at from due),
  moved as (
    delete from assignment_sources s using due d where s.tenant_id = $1 and s.assignment_id = d.id returning s.*),
  filed as (
    insert into earlier_sources (tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at)
    select tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at from moved)
  insert into assignment_sources (tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at)
  select tenant_id, public.assignment_id($1, user_id, 'course', $2, 1), kind, source_id, user_id, membership_id, is_optional, now() from moved`

/** A person's pathway: the card, then its steps with the person's states. */
export const ownPathway = {
  card: `
  select a.id, a.state, a.progress, a.due_at, d.title, d.description, coalesce(a.version_id, d.published_version_id) as version_id
  from assignments a join documents d on d.tenant_id = a.tenant_id and d.id = a.document_id
  where a.tenant_id = $1 and a.user_id = $2 and a.document_type = 'pathway' and a.document_id = $3 and a.is_active`,
  steps: `
  select s.step_id, s.section, s.place, s.is_required, s.credits, d.title, d.minutes, d.is_bundle, own.id as assignment_id, own.state, own.progress, own.due_at,
    own.completed_at, w.title as waits_for, v.reason, coalesce(own.state in ('completed', 'passed'), false) or v.step_id is not null as is_done
  from document_steps s join documents d on d.tenant_id = s.tenant_id and d.id = s.step_document_id
  left join assignments own on own.tenant_id = s.tenant_id and own.user_id = $3 and own.document_type = s.step_type and own.document_id = s.step_document_id and own.cycle = 0
  left join documents w on w.tenant_id = s.tenant_id and w.id = own.waits_for
  left join step_waivers v on v.tenant_id = s.tenant_id and v.assignment_id = $4 and v.step_id = s.step_id
  where s.tenant_id = $1 and s.version_id = $2 order by s.place`,
  sections: `
  select p.content->>'id' as id, p.content->>'title' as title, p.content->'rule' as rule
  from document_versions v cross join lateral jsonb_array_elements(v.content->'sections') with ordinality p(content, place)
  where v.tenant_id = $1 and v.id = $2 order by p.place`,
}

/** A pathway ($2) with its courses ($3) for everybody, in order: every row that assigning it makes. */
export const assignPathway = `
  with given as materialized (
    select * from (select 'pathway' as type, $2::uuid as id, 0 as place union all select 'course', id, place::int from unnest($3::uuid[]) with ordinality c(id, place)) d),
  made as (
    insert into assignments (tenant_id, id, user_id, document_type, document_id, is_optional, waits_for, assigned_at)
    select $1, public.assignment_id($1, m.user_id, g.type, g.id, 0), m.user_id, g.type, g.id, false, case when g.place > 1 then ($3::uuid[])[1] end, now()
    from memberships m cross join given g where m.tenant_id = $1 and m.is_primary and m.status = 'active' on conflict do nothing
    returning id, user_id, document_type, document_id, state, is_optional, progress, seconds, waits_for),
  counted as (
    insert into progress_deltas (tenant_id, id, document_type, document_id, user_id, sign, state, is_optional, progress, seconds, at)
    select $1, gen_random_uuid(), document_type, document_id, user_id, 1, state, is_optional, progress, seconds, now() from made)
  insert into assignment_sources (tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, waits_for, granted_at)
  select $1, id, case document_type when 'pathway' then 'rule' else 'pathway' end,
    case document_type when 'pathway' then $4::uuid else public.assignment_id($1, user_id, 'pathway', $2, 0) end,
    user_id, case document_type when 'pathway' then user_id || ':' || $1 end, false, waits_for, now() from made`

/** Moves people under way from version $3 of course $2 to version $4, whose steps are $5. */
export const carryOver = `
  with locked as materialized (
    select * from assignments where tenant_id = $1 and document_id = $2 and version_id = $3 and state in ('inprogress', 'failed') order by id for update
  ),
  seen as (
    insert into seen_versions (tenant_id, assignment_id, version_id, from_at, until_at) select tenant_id, id, version_id, started_at, now() from locked
  ),
  figures as (
    select l.id, coalesce(sum(p.progress), 0) as progress, avg(p.score) as score, count(*) filter (where p.state in ('completed', 'passed'))::int as done
    from locked l left join activity_progress p on p.tenant_id = l.tenant_id and p.assignment_id = l.id and p.activity_id = any($5::uuid[]) group by l.id
  ),
  changed as (
    update assignments a set version_id = $4, progress = round(f.progress / cardinality($5::uuid[]), 2), score = f.score, activities_done = f.done, changed_day = current_date
    from figures f where a.tenant_id = $1 and a.id = f.id returning a.*
  ),
  days as (
    insert into assignment_days (tenant_id, assignment_id, from_day, until_day, user_id, document_type, document_id, is_active, is_optional, state, progress, score, seconds,
      version_id, assigned_at, started_at, completed_at, due_at, due_day, frozen_at, last_activity_at)
    select tenant_id, id, changed_day, current_date, user_id, document_type, document_id, is_active, is_optional, state, progress, score, seconds,
      version_id, assigned_at, started_at, completed_at, due_at, due_day, frozen_at, last_activity_at from locked where changed_day < current_date
  )
  insert into progress_deltas (tenant_id, id, document_type, document_id, user_id, sign, state, is_optional, due_day, progress, score, seconds, last_activity_at, at)
  select tenant_id, gen_random_uuid(), document_type, document_id, user_id, sign, state, is_optional, due_day, progress, score, seconds, last_activity_at, now()
  from (select -1 as sign, l.* from locked l union all select 1, c.* from changed c) rows`

/** Writes the rows of a table `staged` that differ into the tables of a person. */
export const mergeFeed = {
  users: `
    insert into control.users (id, email, first_name, last_name)
    select gen_random_uuid(), s.email, s.first_name, s.last_name from staged s
    on conflict (email) do nothing`,
  memberships: `
    insert into memberships (tenant_id, id, user_id, team_id, first_name, last_name, email, employee_id, loc1, position, managers, dob)
    select $1, u.id || ':' || $1, u.id, $1, s.first_name, s.last_name, s.email, s.number, array[s.loc], array[s.job],
      case when m.id is null then '{}' else array[m.id::text] end, s.dob
    from staged s join control.users u on u.email = s.email left join control.users m on m.email = s.manager
    on conflict (tenant_id, id) do update set first_name = excluded.first_name, last_name = excluded.last_name, employee_id = excluded.employee_id,
      loc1 = excluded.loc1, position = excluded.position, managers = excluded.managers, dob = excluded.dob
    where (memberships.first_name, memberships.last_name, memberships.employee_id, memberships.loc1, memberships.position, memberships.managers, memberships.dob)
      is distinct from (excluded.first_name, excluded.last_name, excluded.employee_id, excluded.loc1, excluded.position, excluded.managers, excluded.dob)`,
  directory: `
    insert into control.directory (user_id, team_id, tenant_id, status, roles)
    select u.id, $1, $1, 'active', '{learner}' from staged s join control.users u on u.email = s.email
    on conflict do nothing`,
}

/** Completions from a file: assigns the course with all of its steps, since the day in the file. */
export const mergeCompletions = {
  assignments: `
    insert into assignments (tenant_id, id, user_id, document_type, document_id, is_optional, state, progress, activities_done, version_id, assigned_at, started_at, completed_at, last_activity_at, changed_day)
    select $1, public.assignment_id($1, m.user_id, 'course', d.id, 0), m.user_id, 'course', d.id, true, 'completed', 100, d.activity_count, d.published_version_id, s.at, s.at, s.at, s.at, s.at::date
    from staged s join memberships m on m.tenant_id = $1 and m.email = s.email join documents d on d.tenant_id = $1 and d.title = s.title
    on conflict do nothing`,
  sources: `
    insert into assignment_sources (tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at)
    select $1, public.assignment_id($1, m.user_id, 'course', d.id, 0), 'import', d.id, m.user_id, m.id, true, now()
    from staged s join memberships m on m.tenant_id = $1 and m.email = s.email join documents d on d.tenant_id = $1 and d.title = s.title
    on conflict do nothing`,
  steps: `
    insert into activity_progress (tenant_id, assignment_id, activity_id, state, progress, started_at, completed_at, updated_at, changed_day)
    select $1, public.assignment_id($1, m.user_id, 'course', d.id, 0), v.activity_id, 'completed', 100, s.at, s.at, s.at, s.at::date
    from staged s join memberships m on m.tenant_id = $1 and m.email = s.email join documents d on d.tenant_id = $1 and d.title = s.title
    join course_activities v on v.tenant_id = $1 and v.version_id = d.published_version_id
    on conflict do nothing`,
}

/** One new person from a provider: $2 and following are the values. */
export const scim = {
  token: `select id, team_id, scope from scim_tokens where tenant_id = $1 and hash = $2 and revoked_at is null`,
  taken: `
    select m.id, m.status from memberships m left join scim_people s on s.tenant_id = m.tenant_id and s.user_id = m.user_id
    where m.tenant_id = $1 and m.user_id in (
      select user_id from scim_people where tenant_id = $1 and user_name_key = $2
      union select user_id from memberships where tenant_id = $1 and email = $2
      union select user_id from scim_people where tenant_id = $1 and external_id <> '' and external_id = $3)`,
  user: `insert into control.users (id, email, first_name, last_name) values ($1, $2, $3, $4)`,
  membership: `
    insert into memberships (tenant_id, id, user_id, team_id, email, first_name, last_name, position)
    values ($1, $2::text || ':' || $1::text, $2::text::uuid, $1, $3, $4, $5, array['Nobody’s rule'])`,
  directory: `
    insert into control.directory (user_id, team_id, tenant_id, status, roles) values ($2, $1::text, $1::text, 'active', '{learner}')`,
  said: `
    insert into scim_people (tenant_id, user_id, user_name, external_id, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
  entry: `
    insert into audit_entries (tenant_id, id, at, actor_id, actor_name, action, subject_type, subject_id, subject_title, request_id, address)
    values ($1, $2, now(), $3::uuid, 'SCIM: Bench', 'members.create', 'membership', $3::uuid::text, '', '', '')`,
  payload: `insert into audit_payloads (tenant_id, entry_id, before, after) values ($1, $2, 'null', $3)`,
  lock: `select 1 from tenant_locks where tenant_id = $1 and name = 'rules' for share`,
  rules: `select id, document_type, document_id, rule, due from permissions where tenant_id = $1 and status = 'active'`,
  sources: `select source_id, assignment_id from assignment_sources where tenant_id = $1 and user_id = $2 and kind = 'rule'`,
  read: `
    select m.*, s.user_name, s.external_id from memberships m left join scim_people s on s.tenant_id = m.tenant_id and s.user_id = m.user_id
    where m.tenant_id = $1 and m.user_id = $2`,
}
