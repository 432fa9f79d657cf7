-- The report of activities: what each version of a course asks for, what people did of it, and its rollups.

-- The activities of published versions, where reports find them without reading the content; written by keep_activities().
create table course_activities (
  tenant_id text not null,
  version_id uuid not null,
  activity_id uuid not null,
  document_id uuid not null,
  place integer not null,
  kind text not null,
  title text not null,
  primary key (tenant_id, version_id, activity_id),
  constraint activity_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
create index course_activities_by_activity on course_activities (tenant_id, activity_id);

-- Since which day a row has been what it is; what it was before is in activity_days, as with assignments.
alter table activity_progress add column changed_day date not null default '-infinity';

create table activity_days (
  tenant_id text not null,
  assignment_id uuid not null,
  activity_id uuid not null,
  from_day date not null,
  until_day date not null constraint activity_days_follow check (until_day > from_day),
  state text not null,
  progress numeric(5, 2) not null,
  score numeric(5, 2),
  seconds integer not null,
  started_at timestamptz not null,
  completed_at timestamptz,
  primary key (tenant_id, assignment_id, activity_id, from_day)
);
create index activity_days_by_end on activity_days (tenant_id, until_day);
select make_tenant_table('activity_days');

-- Signed snapshots of activities, as progress_deltas are of assignments. `version_id` is the one that the person is on;
-- all zeros: none yet.
create table activity_deltas (
  tenant_id text not null,
  id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  activity_id uuid not null,
  sign smallint not null constraint activity_delta_sign_is_known check (sign in (-1, 1)),
  state text not null,
  score numeric(5, 2),
  seconds integer not null,
  primary key (tenant_id, id)
);
select make_tenant_table('activity_deltas', relay => true);

create table activity_rollups (
  tenant_id text not null,
  document_id uuid not null,
  version_id uuid not null,
  activity_id uuid not null,
  started integer not null default 0,
  in_progress integer not null default 0,
  -- Passed ones too.
  completed integer not null default 0,
  passed integer not null default 0,
  failed integer not null default 0,
  score_sum numeric not null default 0,
  score_count integer not null default 0,
  seconds bigint not null default 0,
  primary key (tenant_id, document_id, version_id, activity_id)
);

-- How many assignments of a course count on each of its versions; all zeros: those that have not begun.
create table version_rollups (
  tenant_id text not null,
  document_id uuid not null,
  version_id uuid not null,
  assigned integer not null default 0,
  primary key (tenant_id, document_id, version_id)
);

-- Null: written by a server from before this column; the next recount counts it.
alter table progress_deltas add column version_id uuid;

-- What is there already. The tables made above bind nobody yet.
alter table document_versions no force row level security;
alter table documents no force row level security;
alter table assignments no force row level security;
alter table activity_progress no force row level security;
alter table rollup_marks no force row level security;

insert into course_activities (tenant_id, version_id, activity_id, document_id, place, kind, title)
select v.tenant_id, v.id, (a.step ->> 'id')::uuid, v.document_id, row_number() over (partition by v.tenant_id, v.id order by s.place, a.place), a.step ->> 'kind', a.step ->> 'title'
from document_versions v
join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id and d.type = 'course'
cross join lateral jsonb_array_elements(v.content -> 'sections') with ordinality s(section, place)
cross join lateral jsonb_array_elements(s.section -> 'activities') with ordinality a(step, place)
where v.number is not null
on conflict do nothing;

insert into version_rollups (tenant_id, document_id, version_id, assigned)
select a.tenant_id, a.document_id, coalesce(a.version_id, '00000000-0000-0000-0000-000000000000'), count(*)
from assignments a join documents d on d.tenant_id = a.tenant_id and d.id = a.document_id and d.type = 'course' and not d.is_bundle
where a.is_active and not (a.is_optional and a.state = 'notstarted')
group by 1, 2, 3;

insert into activity_rollups (tenant_id, document_id, version_id, activity_id, started, in_progress, completed, passed, failed, score_sum, score_count, seconds)
select a.tenant_id, a.document_id, coalesce(a.version_id, '00000000-0000-0000-0000-000000000000'), p.activity_id,
  count(*), count(*) filter (where p.state = 'inprogress'), count(*) filter (where p.state in ('completed', 'passed')),
  count(*) filter (where p.state = 'passed'), count(*) filter (where p.state = 'failed'), coalesce(sum(p.score), 0), count(p.score), sum(p.seconds)
from activity_progress p join assignments a on a.tenant_id = p.tenant_id and a.id = p.assignment_id
where a.is_active and p.state <> 'notstarted'
group by 1, 2, 3, 4;

-- Days of activities are kept from now on. What servers from before this write meanwhile is counted by the next recount.
insert into rollup_marks (tenant_id, name, folded_at) select distinct tenant_id, 'activityHistory', now() from activity_progress
on conflict do nothing;
update rollup_marks set folded_at = 'epoch' where name = 'recount';

alter table document_versions force row level security;
alter table documents force row level security;
alter table assignments force row level security;
alter table activity_progress force row level security;
alter table rollup_marks force row level security;

select make_tenant_table('course_activities');
select make_tenant_table('activity_rollups');
select make_tenant_table('version_rollups');
