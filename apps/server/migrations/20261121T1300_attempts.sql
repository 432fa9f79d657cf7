-- Packages, and what people did in them: every word that a package said is kept as it came.

create table packages (
  tenant_id text not null,
  id uuid not null,
  -- The upload that it was made of; the archive stays as it came and is served from.
  file_id uuid not null,
  sha256 text not null,
  kind text not null constraint package_kind_is_known check (kind in ('scorm12', 'scorm2004')),
  edition text not null constraint package_edition_is_known check (edition in ('1.2', '2004-2', '2004-3', '2004-4')),
  title text not null,
  identifier text not null default '',
  version text not null default '',
  sco_count integer not null,
  item_count integer not null,
  entry_count integer not null,
  size bigint not null,
  unpacked_size bigint not null,
  -- The contract's PackageOrganization, the one that is played first.
  organizations jsonb not null,
  -- Warnings of the import: the contract's PackageProblem.
  problems jsonb not null default '[]',
  -- Files with their places in the archive, as archive-files.ts packs them.
  entries jsonb not null,
  -- Sound and moving pictures that were stored unpacked beside the archive.
  media text[] not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint package_of_file foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create unique index package_once_of_a_file on packages (tenant_id, file_id);
select make_tenant_table('packages');

-- One person's go at one step with a package. A further go has a higher number.
create table attempts (
  tenant_id text not null,
  id uuid not null,
  assignment_id uuid not null,
  activity_id uuid not null,
  user_id uuid not null,
  package_id uuid not null,
  number integer not null,
  -- Counts launches; the one that wrote last. A commit of an earlier one than that is too late.
  epoch integer not null default 1,
  acked_epoch integer not null default 0,
  -- What the package's own word makes of it; the completion rule of the step comes after.
  state text not null default 'inprogress' constraint attempt_state_is_known check (state in ('notstarted', 'inprogress', 'completed', 'passed', 'failed')),
  progress numeric(5, 2) not null default 0,
  score numeric(5, 2),
  seconds numeric(10, 2) not null default 0,
  -- How many of the seconds the assignment knows of.
  seconds_reported integer not null default 0,
  current_sco text,
  -- The last launch was left by "suspend all".
  is_suspended boolean not null default false,
  calls integer not null default 0,
  started_at timestamptz not null,
  launched_at timestamptz not null,
  last_saved_at timestamptz,
  reported_at timestamptz,
  completed_at timestamptz,
  primary key (tenant_id, id),
  constraint attempt_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id),
  constraint attempt_of_package foreign key (tenant_id, package_id) references packages (tenant_id, id)
);
create unique index attempt_number_once on attempts (tenant_id, assignment_id, activity_id, number);
create index attempts_by_package on attempts (tenant_id, package_id);
select make_tenant_table('attempts');

-- Where one item of the package stands.
create table attempt_scos (
  tenant_id text not null,
  attempt_id uuid not null,
  sco_id text not null,
  -- The last commit that was stored; one with the same epoch and no higher seq is a duplicate.
  acked_epoch integer not null,
  acked_seq integer not null,
  -- Everything that the item said, element by element.
  cmi jsonb not null default '{}',
  -- The better of what earlier visits came to and what this one has.
  status text not null constraint sco_status_is_known check (status in ('not attempted', 'browsed', 'incomplete', 'completed', 'passed', 'failed')),
  score numeric(5, 2),
  progress_measure numeric(6, 5),
  -- What earlier visits came to: the last word of a visit counts, and takes nothing away from those before.
  status_before text not null constraint sco_status_before_is_known check (status_before in ('not attempted', 'browsed', 'incomplete', 'completed', 'passed', 'failed')),
  is_suspended boolean not null default false,
  is_ended boolean not null default false,
  -- The opening that the session time is of, and the time of all before it.
  visit_epoch integer not null,
  visit integer not null,
  seconds_before numeric(10, 2) not null default 0,
  seconds_now numeric(10, 2) not null default 0,
  first_opened_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, attempt_id, sco_id),
  constraint sco_of_attempt foreign key (tenant_id, attempt_id) references attempts (tenant_id, id)
);
select make_tenant_table('attempt_scos');

-- The time-line: every run-time call as the player saw it, and what became of it. Only ever added to.
create table runtime_calls (
  tenant_id text not null,
  attempt_id uuid not null,
  epoch integer not null,
  n integer not null,
  at timestamptz not null,
  received_at timestamptz not null,
  sco_id text not null,
  call text not null,
  element text not null default '',
  value text not null default '',
  result text not null default '',
  error text not null default '0',
  times integer not null default 1,
  -- recorded: stored with its commit; read: nothing to store; refused: the run-time API said no; late: it reached us in
  -- a later launch or long after it was made; stale: a later launch had taken over.
  verdict text not null constraint verdict_is_known check (verdict in ('recorded', 'refused', 'read', 'late', 'stale')),
  primary key (tenant_id, attempt_id, epoch, n),
  constraint call_of_attempt foreign key (tenant_id, attempt_id) references attempts (tenant_id, id)
);
select make_tenant_table('runtime_calls');
revoke update, delete on runtime_calls from learnt_app;
