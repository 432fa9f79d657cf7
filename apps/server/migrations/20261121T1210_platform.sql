-- What every feature stands on: outbox, jobs, idempotency, audit, mails.

-- Written in the business transaction; the relay moves the rows to the job runner.
create table outbox (
  tenant_id text not null,
  id uuid not null,
  task text not null,
  payload jsonb not null,
  run_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index outbox_in_order on outbox (created_at, id);
select make_tenant_table('outbox', true);

-- Long jobs as people see them: the tray. The runner's own queue lives in its own schema.
create table jobs (
  tenant_id text not null,
  id uuid not null,
  kind text not null,
  subject text not null default '',
  input jsonb not null default '{}',
  state text not null default 'waiting' constraint job_state_is_known check (state in ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer,
  result jsonb,
  link text,
  error text,
  cancel_asked boolean not null default false,
  attempts integer not null default 0,
  created_by uuid not null,
  created_by_name text not null default '',
  -- The actor's membership at the time: the job acts with these rights and no more.
  actor jsonb not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index jobs_by_person on jobs (tenant_id, created_by, created_at desc, id);
create index jobs_by_time on jobs (tenant_id, created_at desc, id);
select make_tenant_table('jobs');

-- What became of each row that a bulk job acted on: the result's file.
create table job_rows (
  tenant_id text not null,
  job_id uuid not null,
  subject_id text not null,
  title text not null default '',
  outcome text not null constraint row_outcome_is_known check (outcome in ('done', 'skipped', 'failed')),
  -- Key of the catalogue below `reason`.
  reason text not null default '',
  primary key (tenant_id, job_id, subject_id),
  constraint row_of_job foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
select make_tenant_table('job_rows');

create table idempotency_keys (
  tenant_id text not null,
  user_id uuid not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  -- Null while the first request is still at work.
  status integer,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (tenant_id, created_at);
select make_tenant_table('idempotency_keys');

-- Append-only: the application's role may insert and read. Payloads stand beside, so that they can be destroyed.
create table audit_entries (
  tenant_id text not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null default '',
  impersonator_id uuid,
  impersonator_name text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  subject_title text not null default '',
  request_id text not null default '',
  address text not null default '',
  primary key (tenant_id, id)
);
create index audit_entries_by_time on audit_entries (tenant_id, at desc, id);
create index audit_entries_by_subject on audit_entries (tenant_id, subject_id, at desc);
select make_tenant_table('audit_entries');
revoke update, delete, truncate on audit_entries from learnt_app;

create table audit_payloads (
  tenant_id text not null,
  entry_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, entry_id),
  constraint payload_of_entry foreign key (tenant_id, entry_id) references audit_entries (tenant_id, id)
);
select make_tenant_table('audit_payloads');
revoke update, truncate on audit_payloads from learnt_app;

create table mails (
  tenant_id text not null,
  id uuid not null,
  kind text not null,
  recipient text not null,
  user_id uuid,
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null default 'waiting' constraint mail_state_is_known check (state in ('waiting', 'sent', 'kept', 'failed', 'suppressed')),
  -- Key of the catalogue, and what the mail server said.
  reason text not null default '',
  reason_detail text not null default '',
  attempts integer not null default 0,
  -- Set before the mail server is asked, so that a mail whose answer was lost is not sent a second time.
  sending_since timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id)
);
create index mails_by_time on mails (tenant_id, created_at desc, id);
select make_tenant_table('mails');

-- What changed, for the browsers: the coalescing relay reads on from its cursor and tells the sockets.
create table live_events (
  tenant_id text not null,
  id uuid not null,
  topic text not null,
  -- Null: everybody who may see the topic.
  user_id uuid,
  kind text not null,
  subject_id text not null,
  at timestamptz not null default now(),
  -- Its place among all changes, given by the relay when it tells every process; null before. Kept for a while for
  -- browsers that come back.
  position bigint,
  primary key (tenant_id, id)
);
create index live_events_to_relay on live_events (at, id) where position is null;
create index live_events_by_topic on live_events (tenant_id, topic, position);
create index live_events_by_age on live_events (at) where position is not null;
select make_tenant_table('live_events', true);
