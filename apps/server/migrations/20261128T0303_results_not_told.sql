-- The outcome is decided, and the person may not see it yet: nothing follows from it until they may.
alter table submissions add column is_withheld boolean not null default false;
-- The index is empty until the next statement.
-- squawk-ignore require-concurrent-index-creation
create index submissions_withheld on submissions (tenant_id, version_id) where is_withheld;

alter table submissions no force row level security;
alter table document_versions no force row level security;
alter table documents no force row level security;
update submissions s set is_withheld = true
from document_versions v, documents d
where v.tenant_id = s.tenant_id and v.id = s.version_id and d.tenant_id = s.tenant_id and d.id = s.form_id
  and (s.outcome in ('passed', 'failed', 'competent', 'notCompetent') or (s.outcome = 'completed' and s.percent is not null))
  and (v.content->'settings'->'review'->>'marks' = 'never' or (
    v.content->'settings'->'review'->>'marks' = 'closed' and coalesce((
      select (p.content->'settings'->>'closesAt')::timestamptz > now() from document_versions p
      where p.tenant_id = d.tenant_id and p.id = d.published_version_id and p.content->'settings'->>'closesAt' is not null), true)));
alter table submissions force row level security;
alter table document_versions force row level security;
alter table documents force row level security;
