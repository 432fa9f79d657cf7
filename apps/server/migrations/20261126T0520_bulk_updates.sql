-- Files of completions run like the files of the HR feed: the same runs, rows and steps, of another kind.
alter table feed_runs add column kind text not null default 'people';
alter table feed_runs add constraint feed_kind_is_known check (kind in ('people', 'completions')) not valid;

-- A file of completions waits for no file of people, and the other way round.
-- squawk-ignore require-concurrent-index-deletion
drop index one_feed_run_at_work;
-- squawk-ignore require-concurrent-index-creation
create unique index one_feed_run_at_work on feed_runs (tenant_id, team_id, kind) where state in ('checking', 'committing', 'undoing');

alter table feed_settings
  -- As `mapping` and `options`, of files of completions.
  add column completion_mapping jsonb not null default '{}',
  add column completion_options jsonb not null default '{}';

-- What a bulk update did to each assignment, so that it can be taken back.
create table bulk_update_records (
  tenant_id text not null,
  run_id uuid not null,
  assignment_id uuid not null,
  user_id uuid not null,
  -- The run gave the document: there was no active assignment before.
  is_given boolean not null,
  -- A row of the file is about it; else it is a container that was finished by what the run recorded.
  is_own boolean not null,
  -- The assignment and its activities, with the rows of past days, as they were: {"assignment": {}, "days": [], "activities": [], "activityDays": []}.
  before jsonb not null,
  -- The assignment as the run left it.
  after jsonb not null default '{}',
  state text not null default 'done' constraint record_state_is_known check (state in ('done', 'undone', 'kept')),
  primary key (tenant_id, run_id, assignment_id),
  constraint record_of_run foreign key (tenant_id, run_id) references feed_runs (tenant_id, id) on delete cascade,
  constraint record_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
create index bulk_update_records_of_assignment on bulk_update_records (tenant_id, assignment_id);
create index bulk_update_records_of_person on bulk_update_records (tenant_id, user_id);
select make_tenant_table('bulk_update_records');
