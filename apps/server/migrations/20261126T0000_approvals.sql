-- Forms that have to be approved are requests of the same model as those of the catalogue, decided level by level.
alter table requests
  -- Of kind `form`: the submission that waits.
  add column submission_id uuid,
  -- The levels as the form had them when it was submitted, and the one that it stands at, from 1.
  add column levels jsonb,
  add column level integer,
  -- When those who have not decided at this level are reminded, and when they were.
  add column remind_at timestamptz,
  add column reminded_at timestamptz;

-- `people`: the rows of request_deciders decide. `returned`: the person was asked to change something first.
alter table requests drop constraint request_is_sent_to_known;
alter table requests add constraint request_is_sent_to_known
  check (sent_to in ('managers', 'administrators', 'people')) not valid;
alter table requests drop constraint request_state_is_known;
alter table requests add constraint request_state_is_known
  check (state in ('open', 'approved', 'declined', 'withdrawn', 'returned')) not valid;

-- A form may be submitted again in another cycle while an earlier submission still waits.
-- squawk-ignore require-concurrent-index-deletion
drop index request_open_once;
-- squawk-ignore require-concurrent-index-creation
create unique index request_open_once on requests (tenant_id, user_id, kind, document_id)
  where state = 'open' and kind <> 'form';
-- squawk-ignore require-concurrent-index-creation
create unique index request_of_submission_once on requests (tenant_id, submission_id) where state = 'open';
-- squawk-ignore require-concurrent-index-creation
create index requests_by_submission on requests (tenant_id, submission_id, made_at) where submission_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index requests_to_remind on requests (tenant_id, remind_at) where state = 'open' and reminded_at is null;

-- Who decides at a level of a request. A level without anybody here is decided by administrators.
create table request_deciders (
  tenant_id text not null,
  request_id uuid not null,
  level integer not null,
  user_id uuid not null,
  -- `notNeeded`: somebody else's word was enough, or the request was closed.
  state text not null default 'open'
    constraint decider_state_is_known check (state in ('open', 'approved', 'declined', 'notNeeded')),
  -- Another person than user_id: their stand-in.
  decided_by uuid,
  decided_at timestamptz,
  primary key (tenant_id, request_id, level, user_id),
  constraint decider_of_request foreign key (tenant_id, request_id) references requests (tenant_id, id)
);
create index request_deciders_by_person on request_deciders (tenant_id, user_id, request_id);
select make_tenant_table('request_deciders');

-- Who decides for somebody on these days, both included, in the tenant's zone. The periods of a person do not overlap.
create table stand_ins (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  stand_in_id uuid not null,
  from_day date not null,
  until_day date not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  constraint stand_in_is_another check (stand_in_id <> user_id),
  constraint stand_in_ends_after_it_begins check (until_day >= from_day)
);
create index stand_ins_by_person on stand_ins (tenant_id, user_id, until_day);
create index stand_ins_by_stand_in on stand_ins (tenant_id, stand_in_id, until_day);
select make_tenant_table('stand_ins');

alter table submission_events drop constraint submission_event_is_known;
alter table submission_events add constraint submission_event_is_known check (event in (
  'started', 'submitted', 'marked', 'reopened', 'approved', 'declined', 'passedOn', 'withdrawn', 'regraded', 'changed')) not valid;
-- For whom a stand-in decided.
alter table submission_events add column for_user uuid;

-- What the outcome of a submission sets off, once for each follow-up of its form: the primary key sees to that.
create table follow_ups (
  tenant_id text not null,
  submission_id uuid not null,
  -- Of the follow-up in the version of the submission.
  key text not null,
  state text not null default 'open'
    constraint follow_up_state_is_known check (state in ('open', 'done', 'refused')),
  -- Why it was refused, as a code.
  reason text not null default '',
  made_at timestamptz not null,
  done_at timestamptz,
  primary key (tenant_id, submission_id, key),
  constraint follow_up_of_submission foreign key (tenant_id, submission_id) references submissions (tenant_id, id)
);
select make_tenant_table('follow_ups');
