-- submissions.ends_at is the end by the time limit alone from now on. The closing date is read from the published version,
-- so that a date that is moved counts at once.
alter table submissions no force row level security;
alter table document_versions no force row level security;
alter table extra_times no force row level security;
update submissions s set ends_at = s.started_at + make_interval(mins => ceil(
  (v.content->'settings'->>'timeLimitMinutes')::numeric * (1 + coalesce((
    select x.percent from extra_times x where x.tenant_id = s.tenant_id and x.form_id = s.form_id and x.user_id = s.user_id
  ), 0) / 100.0))::int)
from document_versions v
where s.state = 'inprogress' and s.ends_at is not null and v.tenant_id = s.tenant_id and v.id = s.version_id
  and v.content->'settings'->>'timeLimitMinutes' is not null;
alter table submissions force row level security;
alter table document_versions force row level security;
alter table extra_times force row level security;

-- Forms that close, for the round that ends their attempts. The index has few rows.
-- squawk-ignore require-concurrent-index-creation
create index versions_that_close on document_versions (tenant_id, document_id)
  where content->'settings'->>'closesAt' is not null;
