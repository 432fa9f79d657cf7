-- Courses and resources may name documents that have to be finished first, as pathways do. Every stored content says so.
update document_versions v set content = v.content || '{"prerequisites": []}'
from documents d
where d.tenant_id = v.tenant_id and d.id = v.document_id and d.type in ('course', 'resource') and not v.content ? 'prerequisites';

-- Who has finished something is asked for what waits for it: only documents with prerequisites are looked at.
create index documents_with_prerequisites on documents (tenant_id, id) where prerequisites <> '{}';
