import type { BulkUpdateCounts } from '@learnt/contract/bulk-updates'
import type { FeedField } from '@learnt/contract/team-values'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { currentOf } from '../../assignments/queries.ts'
import { inSets } from '../../imports/commands/in-sets.ts'
import { errorOf } from '../../imports/queries/row-error.ts'
import { keyOf } from '../../members/commands/member-columns.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'
import { type BulkRun, countRows } from '../queries/count-rows.ts'

/**
 * Determines what the staged rows of a run would record: which person and document each is about, and whether it adds
 * anything. Set-based for any number of rows. Returns the figures of the dry run.
 */
export async function planUpdate(ctx: Ctx, run: BulkRun, unique: FeedField | null): Promise<BulkUpdateCounts> {
  return inSets(ctx, async (tx) => {
    await matchPeople(ctx, tx, run, unique)
    await matchDocuments(ctx, tx, run)
    await keepBest(tx, run.id)
    await skipWhatStands(tx, run.id, sql`true`)
    return countRows(tx, run.id)
  })
}

/** Matches rows with people that the administrator may change, their own team first. */
async function matchPeople(ctx: Ctx, tx: WriteTx, run: BulkRun, unique: FeedField | null): Promise<void> {
  const said = sql`concat_ws(', ', nullif(r.by_email, ''), nullif(r.by_username, ''), nullif(r.by_employee, ''), nullif(r.by_unique, ''))`
  const field = sql`case when r.by_email <> '' then 'email' when r.by_username <> '' then 'username' when r.by_employee <> '' then 'employeeId' else 'unique' end`
  await sql`
    with mine as materialized (
      select distinct on (m.user_id, m.email, lower(m.username), lower(m.employee_id)) m.id, m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name,
        m.email, lower(m.username) as username, lower(m.employee_id) as employee, ${unique === null ? sql`''` : keyOf('m', unique)} as uniq,
        m.team_id = ${run.teamId} as is_own, m.is_primary
      from memberships m where ${visibleMembers(ctx.actor)}
      order by m.user_id, m.email, lower(m.username), lower(m.employee_id), m.team_id = ${run.teamId} desc, m.is_primary desc, m.id
    ),
    r as materialized (
      select place, by_unique, by_email, by_username, by_employee from feed_rows where run_id = ${run.id} and outcome = 'update'
    ),
    hits as materialized (
      select r.place, m.* from r join mine m on m.email = r.by_email where r.by_email <> ''
      union all select r.place, m.* from r join mine m on m.username = r.by_username where r.by_username <> ''
      union all select r.place, m.* from r join mine m on m.employee = r.by_employee where r.by_employee <> ''
      union all select r.place, m.* from r join mine m on m.uniq = r.by_unique where r.by_unique <> ''
    ),
    best as materialized (
      select place, count(distinct user_id) as people, (array_agg(id order by is_own desc, is_primary desc, id))[1] as id,
        (array_agg(user_id order by is_own desc, is_primary desc, id))[1] as user_id, (array_agg(name order by is_own desc, is_primary desc, id))[1] as name
      from hits group by place
    )
    update feed_rows f set
      membership_id = case when b.people = 1 then b.id end, user_id = case when b.people = 1 then b.user_id else f.user_id end,
      person = case when b.people = 1 then b.name else f.person end,
      outcome = case when b.people = 1 then 'update' else 'rejected' end,
      errors = case when b.people = 1 then f.errors when b.people > 1 then f.errors || jsonb_build_array(${errorOf('severalPeople', '', said)})
        else f.errors || jsonb_build_array(${errorOf('unknownPerson', field, said)}) end
    from r left join best b on b.place = r.place where f.run_id = ${run.id} and f.place = r.place`.execute(tx)
}

/** Matches rows with documents and activities by id or title, and notes the errors. */
async function matchDocuments(ctx: Ctx, tx: WriteTx, run: BulkRun): Promise<void> {
  const named = (title: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`string_agg(format('“%s” (%s)', ${title}, ${id}), ', ' order by ${title}, ${id})`
  const key = (title: string) => sql`lower(replace(${sql.ref(title)}, ' ', ''))`
  await sql`
    with zone as materialized (select control.zone_of_tenant() as name),
    r as materialized (
      select place, user_id, fields ->> 'documentType' as type, fields ->> 'title' as title, fields ->> 'titleKey' as title_key,
        (fields ->> 'documentId')::uuid as document_id, fields ->> 'activityTitle' as activity_title, fields ->> 'activityKey' as activity_key,
        (fields ->> 'activityId')::uuid as activity_id, (fields ->> 'at')::timestamptz as at, (fields ->> 'progress')::numeric as progress,
        fields ->> 'certificateSerial' as serial, (fields ->> 'issuedAt')::date as issued_day, (fields ->> 'validUntil')::date as valid_until
      from feed_rows where run_id = ${run.id} and outcome = 'update'
    ),
    asked as materialized (select distinct type, case when document_id is null then title_key end as title_key, document_id from r),
    known as materialized (
      select d.id, d.type, d.title, ${key('d.title')} as title_key, d.status = 'archived' as is_archived, d.published_version_id, d.is_bundle,
        d.is_bundle or d.type in ('pathway', 'learningPackage') as has_steps, exists (select from certificate_rules c where c.document_id = d.id) as certifies
      from documents d where d.type in (select type from asked)
    ),
    hits as materialized (
      select k.*, a.type as asked_type, a.title_key as asked_key, a.document_id as asked_id from asked a join known k on k.type = a.type and k.title_key = a.title_key where a.document_id is null
      union all
      select k.*, a.type, a.title_key, a.document_id from asked a join known k on k.id = a.document_id and k.type = a.type where a.document_id is not null
    ),
    -- An archived document counts only when no current one has its title, and an unpublished one never counts.
    usable as materialized (
      select h.*, bool_or(not is_archived) over same as has_current from hits h where published_version_id is not null
      window same as (partition by asked_type, asked_key, asked_id)
    ),
    documented as materialized (
      select asked_type, asked_key, asked_id, count(*) as documents, (array_agg(id))[1] as id, (array_agg(title))[1] as title, (array_agg(has_steps))[1] as has_steps,
        (array_agg(certifies))[1] as certifies, (array_agg(published_version_id))[1] as version_id, ${named(sql`title`, sql`id`)} as named
      from usable where is_archived <> has_current group by 1, 2, 3
    ),
    drafts as materialized (
      select asked_type, asked_key, asked_id from hits group by 1, 2, 3 having bool_and(published_version_id is null)
    ),
    placed as materialized (
      select r.*, d.documents, d.id as found_id, d.title as found_title, d.has_steps, d.certifies, d.version_id, d.named, x.asked_type is not null as is_draft
      from r
      left join documented d on d.asked_type = r.type and coalesce(d.asked_key, '') = case when r.document_id is null then r.title_key else '' end
        and coalesce(d.asked_id::text, '') = coalesce(r.document_id::text, '')
      left join drafts x on x.asked_type = r.type and coalesce(x.asked_key, '') = case when r.document_id is null then r.title_key else '' end
        and coalesce(x.asked_id::text, '') = coalesce(r.document_id::text, '')
    ),
    steps as materialized (
      select v.version_id, v.activity_id, v.title, ${key('v.title')} as title_key from course_activities v
      where v.version_id in (select version_id from placed where documents = 1 and type = 'course' and not has_steps and (activity_key <> '' or activity_id is not null))
    ),
    stepped as materialized (
      select p.place, count(*) as activities, (array_agg(s.activity_id))[1] as id, ${named(sql`s.title`, sql`s.activity_id`)} as named
      from placed p join steps s on s.version_id = p.version_id
        and case when p.activity_id is not null then s.activity_id = p.activity_id else s.title_key = p.activity_key end
      where p.activity_key <> '' or p.activity_id is not null group by p.place
    ),
    serials as materialized (
      select place, count(*) over (partition by serial) > 1 as is_twice from r where serial is not null
    ),
    judged as materialized (
      select p.place, p.found_id, p.found_title, s.id as activity_id, array_remove(array[
        case when p.documents > 1 then ${errorOf('severalTitles', 'courseTitle', sql`p.title`, sql`p.named`)}
          when p.found_id is null and p.is_draft then ${errorOf('notPublished', 'courseTitle', sql`p.title`)}
          when p.found_id is null then ${errorOf('unknownTitle', sql`case when p.document_id is null then 'courseTitle' else 'documentId' end`, sql`coalesce(p.document_id::text, p.title)`)} end,
        case when p.documents = 1 and (p.activity_key <> '' or p.activity_id is not null) then case
          when p.type <> 'course' or p.has_steps then ${errorOf('noActivities', 'activityTitle', sql`p.activity_title`, sql`p.found_title`)}
          when coalesce(s.activities, 0) = 0 then ${errorOf('unknownActivity', sql`case when p.activity_id is null then 'activityTitle' else 'activityId' end`, sql`coalesce(p.activity_id::text, p.activity_title)`, sql`p.found_title`)}
          when s.activities > 1 then ${errorOf('severalActivities', 'activityTitle', sql`p.activity_title`, sql`s.named`)} end end,
        case when p.at > ${ctx.now}::timestamptz then ${errorOf('future', 'completedAt', sql`(p.at at time zone (select name from zone))::date::text`)} end,
        case when p.has_steps and p.progress < 100 then ${errorOf('wholeOnly', 'progress', sql`p.progress::text`, sql`p.found_title`)} end,
        case when p.issued_day > (${ctx.now}::timestamptz at time zone (select name from zone))::date then ${errorOf('future', 'issuedAt', sql`p.issued_day::text`)} end,
        case when p.documents = 1 and (p.serial is not null or p.issued_day is not null or p.valid_until is not null) then case
          when not p.certifies then ${errorOf('noCertificate', sql`case when p.serial is not null then 'certificateSerial' when p.issued_day is not null then 'issuedAt' else 'validUntil' end`, sql`coalesce(p.serial, p.issued_day::text, p.valid_until::text)`, sql`p.found_title`)}
          when p.activity_key <> '' or p.activity_id is not null or p.progress < 100 then ${errorOf('certificateOfWhole', sql`case when p.serial is not null then 'certificateSerial' when p.issued_day is not null then 'issuedAt' else 'validUntil' end`, sql`coalesce(p.serial, p.issued_day::text, p.valid_until::text)`)}
          when n.is_twice then ${errorOf('serialTwice', 'certificateSerial', sql`p.serial`)}
          when exists (select from certificates c where c.serial = p.serial and (c.user_id, c.document_id) is distinct from (p.user_id, p.found_id))
            then ${errorOf('serialTaken', 'certificateSerial', sql`p.serial`)} end end
      ], null) as errors
      from placed p left join stepped s on s.place = p.place left join serials n on n.place = p.place
    )
    update feed_rows f set
      fields = f.fields || jsonb_build_object('documentId', coalesce(j.found_id::text, f.fields ->> 'documentId'), 'activityId', coalesce(j.activity_id::text, f.fields ->> 'activityId'),
        'title', coalesce(j.found_title, f.fields ->> 'title')),
      outcome = case when j.errors = '{}' then f.outcome else 'rejected' end, errors = f.errors || to_jsonb(j.errors)
    from judged j where f.run_id = ${run.id} and f.place = j.place`.execute(tx)
}

/**
 * Of several rows about the same person and document the best one counts: finished before in progress, then the latest.
 * A row that finishes the whole document makes one about an unfinished activity of it superfluous.
 */
async function keepBest(tx: WriteTx, runId: string): Promise<void> {
  await sql`
    with said as materialized (
      select place, line, user_id, fields ->> 'documentId' as document_id, fields ->> 'activityId' as activity_id, (fields ->> 'at')::timestamptz as at,
        (fields ->> 'progress')::numeric as progress
      from feed_rows where run_id = ${runId} and outcome = 'update'
    ),
    ranked as materialized (
      select place, row_number() over same as rank, first_value(line) over same as best_line, progress < 100 and activity_id is not null as is_part,
        min(line) filter (where progress = 100 and activity_id is null) over (partition by user_id, document_id) as whole_line
      from said window same as (partition by user_id, document_id, activity_id order by progress = 100 desc, at desc, progress desc, place)
    )
    update feed_rows f set outcome = 'skipped',
      errors = f.errors || jsonb_build_array(${errorOf('otherRow', '', sql`''`, sql`case when r.rank > 1 then r.best_line else r.whole_line end::text`)})
    from ranked r where f.run_id = ${runId} and f.place = r.place and (r.rank > 1 or (r.is_part and r.whole_line is not null))`.execute(
    tx,
  )
}

/**
 * Skips rows that would lower a later or better result, or add nothing. The dry run calls it, and the recording calls
 * it again under its locks. `which`: a condition on rows `r`.
 */
export async function skipWhatStands(tx: WriteTx, runId: string, which: RawBuilder<unknown>): Promise<void> {
  const dayOf = (moment: RawBuilder<unknown>) =>
    sql`coalesce((${moment} at time zone (select name from zone))::date::text, '')`
  await sql`
    with zone as materialized (select control.zone_of_tenant() as name),
    wanted as materialized (
      select r.place, r.user_id, r.fields ->> 'documentType' as type, (r.fields ->> 'documentId')::uuid as document_id,
        (r.fields ->> 'activityId')::uuid as activity_id, (r.fields ->> 'at')::timestamptz as at, (r.fields ->> 'progress')::numeric as progress
      from feed_rows r where r.run_id = ${runId} and r.outcome = 'update' and r.state = 'planned' and ${which}
    ),
    standing as materialized (
      select w.*, c.cycle, c.state, c.progress as has_progress, c.completed_at, coalesce(c.last_activity_at, c.started_at) as active_at, c.assigned_at,
        p.state as step_state, p.progress as step_progress, p.completed_at as step_completed_at, p.updated_at as step_at, best.completed_at as best_at
      from wanted w
      left join lateral (
        select one.* from assignments one where one.id = ${currentOf(sql`w.user_id`, sql`w.type`, sql`w.document_id`)} offset 0
      ) c on true
      left join lateral (
        select step.* from activity_progress step where step.assignment_id = c.id and step.activity_id = w.activity_id offset 0
      ) p on true
      left join lateral (
        select max(done.completed_at) as completed_at from assignments done where done.user_id = w.user_id and done.document_type = w.type
          and done.document_id = w.document_id and done.state in ('completed', 'passed') offset 0
      ) best on true
    ),
    judged as (
      select s.place, case
        when s.best_at > s.at then ${errorOf('laterResult', '', sql`''`, dayOf(sql`s.best_at`))}
        when s.best_at = s.at or s.state in ('completed', 'passed') then ${errorOf('alreadyDone', '', sql`''`, dayOf(sql`coalesce(s.completed_at, s.best_at)`))}
        when s.cycle > 0 and s.at < s.assigned_at then ${errorOf('laterCycle', '', sql`''`, dayOf(sql`s.assigned_at`))}
        when s.progress = 0 then ${errorOf('nothing', 'progress', sql`'0'`)}
        when s.activity_id is not null then case
          when s.step_state in ('completed', 'passed') and s.step_completed_at > s.at then ${errorOf('laterResult', '', sql`''`, dayOf(sql`s.step_completed_at`))}
          when s.step_state in ('completed', 'passed') then ${errorOf('alreadyDone', '', sql`''`, dayOf(sql`s.step_completed_at`))}
          when s.step_at > s.at then ${errorOf('laterRecord', '', sql`''`, dayOf(sql`s.step_at`))}
          when s.progress <= s.step_progress then ${errorOf('notBetter', 'progress', sql`s.progress::text`, sql`s.step_progress::text`)} end
        when s.active_at > s.at and s.state <> 'notstarted' then ${errorOf('laterRecord', '', sql`''`, dayOf(sql`s.active_at`))}
        when s.state <> 'notstarted' and s.progress <= s.has_progress then ${errorOf('notBetter', 'progress', sql`s.progress::text`, sql`s.has_progress::text`)}
      end as error from standing s
    )
    update feed_rows r set outcome = 'skipped', errors = r.errors || jsonb_build_array(j.error)
    from judged j where r.run_id = ${runId} and r.place = j.place and ${which} and j.error is not null`.execute(tx)
}
