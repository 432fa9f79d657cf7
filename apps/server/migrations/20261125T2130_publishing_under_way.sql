-- Versions that an assignment was on before its present one: what exactly a person saw stays on record. The foreign key
-- keeps such a version, and with it everything that it names.
create table seen_versions (
  tenant_id text not null,
  assignment_id uuid not null,
  version_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  primary key (tenant_id, assignment_id, version_id),
  constraint seen_by_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id),
  constraint seen_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
create index seen_versions_by_version on seen_versions (tenant_id, version_id);
select make_tenant_table('seen_versions');

-- What an author chose for the people under way when a version was published, and how far that is done.
create table version_moves (
  tenant_id text not null,
  version_id uuid not null,
  document_id uuid not null,
  choice jsonb not null,
  -- People that it moves, counted when it began, and those that it has moved so far.
  people integer not null,
  carried integer not null default 0,
  restarted integer not null default 0,
  begun_at timestamptz not null,
  -- Null: people are still being moved. A later publication may have ended it before it was done.
  finished_at timestamptz,
  primary key (tenant_id, version_id),
  constraint move_to_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
create index version_moves_by_document on version_moves (tenant_id, document_id);
select make_tenant_table('version_moves');
