-- What a submission counts for in the figures of its form, as it was counted last: [field, name, value, amount] each.
create table submission_figures (
  tenant_id text not null,
  submission_id uuid not null,
  figures jsonb not null,
  primary key (tenant_id, submission_id),
  constraint figures_of_submission foreign key (tenant_id, submission_id) references submissions (tenant_id, id)
);
select make_tenant_table('submission_figures');

-- Figures of a form's version: the sums of the above. They always equal a count of all submissions that were counted.
create table form_figures (
  tenant_id text not null,
  version_id uuid not null,
  -- Key of a question; empty: of the form as a whole.
  field text not null,
  name text not null,
  -- A choice, a day, an outcome; empty where there is one figure of the name.
  value text not null,
  amount numeric not null,
  primary key (tenant_id, version_id, field, name, value),
  constraint figures_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
select make_tenant_table('form_figures');

-- The state in which a submission was counted; another one than its own: it is counted again. Those that are there are
-- counted by the worker after the update.
alter table submissions add column counted_sign text;
-- squawk-ignore require-concurrent-index-creation
create index submissions_to_count on submissions (tenant_id, id) where counted_sign is distinct from (
  state || '/' || coalesce(outcome, '') || '/' || marked_revision::text || '/' || coalesce(points::text, '') || '/'
  || case when submitted_at is null then '' else revision::text end);
