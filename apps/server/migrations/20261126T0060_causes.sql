-- What recognition follows from: somebody finished a document, or a completion was taken back. Written by the statement that
-- changes the assignment, so that there is one for each change and none is lost. `state`: passed and approved forms are
-- `passed`.
create table causes (
  tenant_id text not null,
  id uuid not null,
  kind text not null constraint cause_kind_is_known check (kind in ('finished', 'voided')),
  user_id uuid not null,
  assignment_id uuid not null,
  document_type text not null,
  document_id uuid not null,
  state text not null,
  score numeric(5, 2),
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index causes_by_person on causes (tenant_id, user_id, at);
create index causes_by_document on causes (tenant_id, document_id, at);
select make_tenant_table('causes');
