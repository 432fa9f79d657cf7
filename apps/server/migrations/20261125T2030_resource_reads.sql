-- The file of a resource's published content: lists and search ask for it without reading a version.
alter table documents add column file_id uuid;
-- squawk-ignore require-concurrent-index-creation
create index documents_by_file on documents (tenant_id, file_id) where file_id is not null;
alter table documents add constraint document_file foreign key (tenant_id, file_id) references files (tenant_id, id) not valid;

-- Who read which version of a resource: a row for each person and version.
create table resource_reads (
  tenant_id text not null,
  assignment_id uuid not null,
  version_id uuid not null,
  opened integer not null default 0,
  downloads integer not null default 0,
  first_opened_at timestamptz not null,
  last_opened_at timestamptz not null,
  -- To its end; null: not yet.
  read_at timestamptz,
  primary key (tenant_id, assignment_id, version_id),
  constraint read_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id),
  constraint read_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
create index resource_reads_by_version on resource_reads (tenant_id, version_id);
select make_tenant_table('resource_reads');
