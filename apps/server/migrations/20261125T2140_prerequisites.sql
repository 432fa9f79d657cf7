-- Courses and resources may name documents that have to be finished first, as pathways do. Every stored content says so.
alter table documents no force row level security;
alter table document_versions no force row level security;
update document_versions v set content = v.content || '{"prerequisites": []}'
from documents d
where d.tenant_id = v.tenant_id and d.id = v.document_id and d.type in ('course', 'resource') and not v.content ? 'prerequisites';
alter table documents force row level security;
alter table document_versions force row level security;

-- Who has finished something is asked for what waits for it: only documents with prerequisites are looked at.
-- squawk-ignore require-concurrent-index-creation
create index documents_with_prerequisites on documents (tenant_id, id) where prerequisites <> '{}';
