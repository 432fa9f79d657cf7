-- The HR feed of a team: what it remembers, its runs, and what became of each row.
alter table files drop constraint file_purpose_is_known;
alter table files add constraint file_purpose_is_known
  check (purpose in ('video', 'audio', 'captions', 'document', 'image', 'package', 'team', 'answer', 'feed')) not valid;

create table feed_settings (
  tenant_id text not null,
  team_id text not null,
  -- Headings of earlier files and the fields that they filled: {"Personalnummer": "employeeId", "Notes": null}.
  mapping jsonb not null default '{}',
  options jsonb not null default '{}',
  -- Percent of the active people that a run may deactivate without asking.
  most_leaving integer not null default 10 constraint most_leaving_is_percent check (most_leaving between 0 and 100),
  watches_folder boolean not null default false,
  -- In whose name files from the folder run: who switched it on.
  watched_by uuid,
  primary key (tenant_id, team_id)
);
select make_tenant_table('feed_settings');

create table feed_runs (
  tenant_id text not null,
  id uuid not null,
  team_id text not null,
  state text not null
    constraint feed_state_is_known check (state in ('mapping', 'checking', 'checked', 'committing', 'done', 'stopped', 'undoing', 'undone', 'failed', 'discarded')),
  source text not null constraint feed_source_is_known check (source in ('upload', 'api', 'folder')),
  -- Null: it was refused before it was kept.
  file_id uuid,
  file_name text not null,
  file_size bigint not null,
  sha256 text not null,
  headings text[] not null default '{}',
  -- A field for each column of the file, or null.
  mapping jsonb not null default '[]',
  options jsonb not null,
  reading jsonb not null default '{}',
  counts jsonb not null default '{}',
  asks boolean not null default false,
  -- Whether it is carried out as soon as it is checked.
  commits boolean not null default false,
  reason text not null default '',
  job_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  checked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint run_of_file foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create index feed_runs_by_time on feed_runs (tenant_id, created_at desc, id);
create index feed_runs_of_file on feed_runs (tenant_id, file_id);
-- Two runs of one team at once would each compare with people whom the other one changes.
create unique index one_feed_run_at_work on feed_runs (tenant_id, team_id) where state in ('checking', 'committing', 'undoing');
select make_tenant_table('feed_runs');

create table feed_rows (
  tenant_id text not null,
  run_id uuid not null,
  place integer not null,
  -- Of the file; null: somebody who is missing from it.
  line integer,
  person text not null,
  -- Of the person that it is about: of a new one, what it will be.
  user_id uuid not null,
  membership_id text,
  -- By what the row names its person, in small letters; '' where it does not.
  by_unique text not null default '',
  by_email text not null default '',
  by_username text not null default '',
  by_employee text not null default '',
  -- What it sets, by field of a membership.
  fields jsonb not null,
  -- How the row names the managers, in small letters; null: it says nothing about them.
  managers text[],
  outcome text not null
    constraint feed_outcome_is_known check (outcome in ('create', 'update', 'leave', 'unchanged', 'skipped', 'rejected')),
  state text not null default 'planned'
    constraint feed_row_state_is_known check (state in ('planned', 'done', 'failed', 'undone', 'kept')),
  -- [{"code": "email", "field": "email", "found": "x@"}]
  errors jsonb not null default '[]',
  -- What its fields were before.
  before jsonb,
  primary key (tenant_id, run_id, place),
  constraint row_of_run foreign key (tenant_id, run_id) references feed_runs (tenant_id, id) on delete cascade
);
select make_tenant_table('feed_rows');
