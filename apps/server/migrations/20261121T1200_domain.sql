-- People, documents, who has what, and how far they are. Every table is a tenant's.

create table memberships (
  tenant_id text not null,
  -- userId:teamId
  id text not null,
  user_id uuid not null,
  team_id text not null,
  status text not null default 'active'
    constraint membership_status_is_known check (status in ('active', 'inactive', 'archived', 'maternity leave', 'paternity leave', 'sick leave', 'compassionate leave', 'leave without pay', 'terminated')),
  roles text[] not null default '{learner}',
  first_name text not null,
  last_name text not null,
  email text not null default '' constraint membership_email_is_lower_case check (email = lower(email)),
  username text not null default '',
  employee_id text not null default '',
  avatar text not null default '',
  phone text not null default '',
  dob date,
  termination_date date,
  managers text[] not null default '{}',
  tags text[] not null default '{}',
  position text[] not null default '{}',
  loc1 text[] not null default '{}', loc2 text[] not null default '{}', loc3 text[] not null default '{}',
  loc4 text[] not null default '{}', loc5 text[] not null default '{}', loc6 text[] not null default '{}',
  div1 text[] not null default '{}', div2 text[] not null default '{}', div3 text[] not null default '{}',
  div4 text[] not null default '{}', div5 text[] not null default '{}', div6 text[] not null default '{}',
  custom1 text[] not null default '{}', custom2 text[] not null default '{}', custom3 text[] not null default '{}',
  custom4 text[] not null default '{}', custom5 text[] not null default '{}', custom6 text[] not null default '{}',
  reward_points_count integer not null default 0,
  has_logged_in boolean not null default false,
  -- One membership of a person in a tenant stands for the person in reports: the first one.
  is_primary boolean not null default true,
  preferences jsonb not null default '{}',
  -- When a leave began; due dates stand still from then on.
  away_since timestamptz,
  -- Lower-case words that the lists search in.
  search_text text not null default '',
  -- What lists of people are sorted by. A column, because row security keeps lower() out of index conditions.
  sort_name text not null generated always as (lower(last_name || ' ' || first_name)) stored,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index membership_once_in_a_team on memberships (tenant_id, user_id, team_id);
create unique index one_primary_membership on memberships (tenant_id, user_id) where is_primary;
create unique index membership_email_once_in_a_team on memberships (tenant_id, team_id, email) where email <> '';
create index memberships_by_email on memberships (tenant_id, email, id);
create index memberships_by_termination on memberships (tenant_id, termination_date) where termination_date is not null;
create index memberships_by_name on memberships (tenant_id, sort_name, id);
create index memberships_by_team on memberships (tenant_id, team_id, sort_name, id);
create index memberships_by_created on memberships (tenant_id, created_at, id);
select make_tenant_table('memberships');

-- Who manages whom; `source` says where it comes from, so that rules and feeds can add to what was typed.
create table manager_relations (
  tenant_id text not null,
  manager_id uuid not null,
  user_id uuid not null,
  source text not null default 'membership',
  primary key (tenant_id, manager_id, user_id, source)
);
create index manager_relations_by_person on manager_relations (tenant_id, user_id);
select make_tenant_table('manager_relations');

create table files (
  tenant_id text not null,
  id uuid not null,
  -- Address of the content in the file store.
  sha256 text not null,
  size bigint not null,
  name text not null,
  content_type text not null,
  purpose text not null
    constraint file_purpose_is_known check (purpose in ('video', 'audio', 'captions', 'document', 'image', 'package', 'team')),
  -- Smaller copies of an image by their width: {"320": {"sha256": "...", "size": 4711}}.
  variants jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index files_by_content on files (tenant_id, sha256);
select make_tenant_table('files');

create table courses (
  tenant_id text not null,
  id uuid not null,
  -- Details of the published version, or of the draft while there is none.
  title text not null,
  description text not null default '',
  category text not null default '',
  tags text[] not null default '{}',
  image_file_id uuid,
  is_bundle boolean not null default false,
  status text not null default 'draft'
    constraint publication_state_is_known check (status in ('draft', 'draftwithchanges', 'published', 'unpublished', 'publishedwithdraft', 'archived')),
  -- Listing sort rank of the status.
  status_rank smallint not null default 5,
  -- The state that `restore` returns to.
  status_before text,
  published_version_id uuid,
  draft_version_id uuid,
  activity_count integer not null default 0,
  minutes integer not null default 0,
  -- Increases with every saved draft.
  revision integer not null default 0,
  -- People who have it now; folded from the same deltas as the reports.
  required_count integer not null default 0,
  optional_count integer not null default 0,
  search_text text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  primary key (tenant_id, id),
  constraint archived_remembers_its_state check ((status = 'archived') = (status_before is not null)),
  constraint course_image foreign key (tenant_id, image_file_id) references files (tenant_id, id)
);
create index courses_by_title on courses (tenant_id, lower(title), id);
create index courses_by_created on courses (tenant_id, created_at, id);
create index courses_by_status on courses (tenant_id, status_rank, id);
select make_tenant_table('courses');

create table course_versions (
  tenant_id text not null,
  id uuid not null,
  course_id uuid not null,
  -- Counts published versions from 1; null for the draft.
  number integer,
  content jsonb not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  published_at timestamptz,
  published_by uuid,
  primary key (tenant_id, id),
  constraint version_of_course foreign key (tenant_id, course_id) references courses (tenant_id, id),
  constraint published_has_a_number check ((number is null) = (published_at is null))
);
create unique index version_number_once on course_versions (tenant_id, course_id, number);
select make_tenant_table('course_versions');

create table permissions (
  tenant_id text not null,
  id uuid not null,
  document_type text not null,
  document_id uuid not null,
  title text not null,
  status text not null default 'active' constraint permission_status_is_known check (status in ('active', 'inactive')),
  is_optional boolean not null default false,
  -- The contract's Rule.
  rule jsonb not null,
  -- Fields that the rule names: a changed person re-evaluates only the rules that name the change.
  fields text[] not null default '{}',
  due jsonb not null default '{"kind": "none"}',
  -- Set while rows are still to be written; readers then ask the rule itself.
  is_applying boolean not null default false,
  -- Of the job that writes them; a job that finds another one here was overtaken by a later change.
  applying_token uuid,
  people integer not null default 0,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index permissions_by_document on permissions (tenant_id, document_type, document_id);
create index permissions_applying on permissions (tenant_id) where is_applying;
select make_tenant_table('permissions');

-- One person's right to one document in one cycle. The id is made from tenant, user, document and cycle.
create table assignments (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  document_type text not null,
  document_id uuid not null,
  cycle integer not null default 0,
  -- Inactive: nothing gives it any more; the history stays.
  is_active boolean not null default true,
  is_optional boolean not null default false,
  state text not null default 'notstarted' constraint progress_state_is_known check (state in ('notstarted', 'inprogress', 'completed', 'passed', 'failed')),
  progress numeric(5, 2) not null default 0 constraint progress_is_percent check (progress between 0 and 100),
  score numeric(5, 2),
  seconds integer not null default 0,
  activities_done integer not null default 0,
  -- The version that the person is under way on; null until the first opening: then the published one.
  version_id uuid,
  last_activity_id uuid,
  assigned_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  -- The midnight that ends the last day in time, and that day in the tenant's zone: kept, so that a changed zone
  -- cannot make the deltas of before and after differ.
  due_at timestamptz,
  due_day date,
  -- Set while the person is on leave: what was not overdue then does not become so.
  frozen_at timestamptz,
  last_activity_at timestamptz,
  primary key (tenant_id, id),
  constraint pinned_version foreign key (tenant_id, version_id) references course_versions (tenant_id, id)
);
create unique index assignment_once on assignments (tenant_id, user_id, document_type, document_id, cycle);
create index assignments_by_document on assignments (tenant_id, document_id, user_id);
select make_tenant_table('assignments');

-- What gives an assignment: it is active while it has at least one source.
create table assignment_sources (
  tenant_id text not null,
  assignment_id uuid not null,
  kind text not null constraint source_kind_is_known check (kind in ('rule', 'manual', 'bundle', 'self', 'import')),
  -- The permission, the bundle's assignment, or the assignment itself for `manual` and `self`.
  source_id uuid not null,
  -- The assignment's person, so that a rule is compared with what it gave without the assignments.
  user_id uuid not null,
  -- The membership that the rule matched.
  membership_id text,
  is_optional boolean not null,
  due_at timestamptz,
  -- Days that leaves have moved the date by.
  due_shift_days integer not null default 0,
  granted_at timestamptz not null,
  granted_by uuid,
  primary key (tenant_id, assignment_id, kind, source_id),
  constraint source_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
create index assignment_sources_by_source on assignment_sources (tenant_id, source_id, kind, user_id);
select make_tenant_table('assignment_sources');

create table activity_progress (
  tenant_id text not null,
  assignment_id uuid not null,
  activity_id uuid not null,
  state text not null constraint activity_state_is_known check (state in ('notstarted', 'inprogress', 'completed', 'passed', 'failed')),
  progress numeric(5, 2) not null default 0,
  score numeric(5, 2),
  seconds integer not null default 0,
  -- Where to go on: seconds of a video and the watched segments.
  position jsonb,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, assignment_id, activity_id),
  constraint progress_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
select make_tenant_table('activity_progress');

-- Signed snapshots of assignments: a change appends the old one with -1 and the new one with +1 in its own transaction.
-- The folder adds them into the rollups each second; the sum over all assignments is what a recount gives.
create table progress_deltas (
  tenant_id text not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  sign smallint not null check (sign in (-1, 1)),
  state text not null,
  is_optional boolean not null,
  -- Last day in time: it is overdue from the day after. Null when it cannot be (optional, done, no date, on leave).
  due_day date,
  progress numeric(5, 2) not null,
  score numeric(5, 2),
  seconds integer not null,
  last_activity_at timestamptz,
  at timestamptz not null,
  primary key (tenant_id, id)
);
select make_tenant_table('progress_deltas', true);

create table course_rollups (
  tenant_id text not null,
  course_id uuid not null,
  assigned integer not null default 0,
  required integer not null default 0,
  not_started integer not null default 0,
  in_progress integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  progress_sum numeric not null default 0,
  score_sum numeric not null default 0,
  score_count integer not null default 0,
  seconds bigint not null default 0,
  primary key (tenant_id, course_id)
);
select make_tenant_table('course_rollups');

create table learner_rollups (
  tenant_id text not null,
  user_id uuid not null,
  assigned integer not null default 0,
  required integer not null default 0,
  not_started integer not null default 0,
  in_progress integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  progress_sum numeric not null default 0,
  score_sum numeric not null default 0,
  score_count integer not null default 0,
  seconds bigint not null default 0,
  last_activity_at timestamptz,
  primary key (tenant_id, user_id)
);
select make_tenant_table('learner_rollups');

-- Open required work by its last day in time; what lies before today is overdue.
create table due_rollups (
  tenant_id text not null,
  course_id uuid not null,
  due_day date not null,
  open integer not null default 0,
  primary key (tenant_id, course_id, due_day)
);
select make_tenant_table('due_rollups');
create table learner_due_rollups (
  tenant_id text not null,
  user_id uuid not null,
  due_day date not null,
  open integer not null default 0,
  primary key (tenant_id, user_id, due_day)
);
select make_tenant_table('learner_due_rollups');

-- Until when each tenant's deltas are in the rollups.
create table rollup_marks (
  tenant_id text not null,
  name text not null,
  folded_at timestamptz not null,
  primary key (tenant_id, name)
);
select make_tenant_table('rollup_marks');

-- xAPI statements by month; `statement_keys` keeps ids unique across months.
create table statements (
  tenant_id text not null,
  id uuid not null,
  stored timestamptz not null,
  user_id uuid not null,
  verb text not null,
  object_id text not null,
  assignment_id uuid,
  activity_id uuid,
  body jsonb not null,
  primary key (tenant_id, id, stored)
) partition by range (stored);
create index statements_by_person on statements (tenant_id, user_id, stored);
create index statements_by_object on statements (tenant_id, object_id, stored);
select make_tenant_table('statements');
create table statements_other partition of statements default;
select make_tenant_table('statements_other');

create table statement_keys (
  tenant_id text not null,
  id uuid not null,
  stored timestamptz not null,
  primary key (tenant_id, id)
);
select make_tenant_table('statement_keys');

create table saved_views (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index saved_view_name_once on saved_views (tenant_id, user_id, list, name);
select make_tenant_table('saved_views');
