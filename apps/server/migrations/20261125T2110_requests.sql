-- An optional permission may ask for a request first: whom it goes to, and after how many days without a decision
-- administrators may decide as well. Null: nobody has to be asked, nobody stands in.
alter table permissions
  add column request_to text constraint request_goes_to_known check (request_to in ('managers', 'administrators')),
  add column stand_in_after_days integer;

-- What such a permission gives is an offer: it opens when a request was approved.
alter table assignment_sources add column needs_request boolean not null default false;
-- The same for the whole assignment: true while everything that gives it needs one, and it was never begun.
alter table assignments add column needs_request boolean not null default false;

-- Requests of people: for a document; later for a seat, and for a form that has to be approved.
create table requests (
  tenant_id text not null,
  id uuid not null,
  kind text not null default 'document' constraint request_kind_is_known check (kind in ('document', 'seat', 'form')),
  document_type text not null,
  document_id uuid not null,
  user_id uuid not null,
  -- Through which it was made: who looks after this membership decides.
  membership_id text not null,
  note text not null default '',
  state text not null default 'open'
    constraint request_state_is_known check (state in ('open', 'approved', 'declined', 'withdrawn')),
  sent_to text not null constraint request_is_sent_to_known check (sent_to in ('managers', 'administrators')),
  -- From when on administrators decide about what was sent to managers, and when they were told so.
  stand_in_at timestamptz,
  stood_in_at timestamptz,
  made_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  reason text not null default '',
  primary key (tenant_id, id),
  constraint request_of_document foreign key (tenant_id, document_id) references documents (tenant_id, id),
  constraint decided_request_says_when check ((state = 'open') = (decided_at is null))
);
-- One open request of a person for a thing.
create unique index request_open_once on requests (tenant_id, user_id, kind, document_id) where state = 'open';
create index requests_by_person on requests (tenant_id, user_id, made_at, id);
create index requests_by_age on requests (tenant_id, state, made_at, id);
create index requests_by_document on requests (tenant_id, document_id);
create index requests_to_stand_in on requests (tenant_id, stand_in_at) where state = 'open' and stood_in_at is null;
select make_tenant_table('requests');
