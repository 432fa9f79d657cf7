-- One table holds the documents of every kind: courses, pathways, learning packages and resources. It grows out of
-- `courses`. Every table that named a course now names a document. The renaming cannot run beside the version before
-- it: stop the processes of the old version first. docs/decisions/0032-documents.md has the reasons.

-- squawk-ignore renaming-table
alter table courses rename to documents;
alter table documents rename constraint courses_pkey to documents_pkey;
alter table documents rename constraint course_image to document_image;
alter table documents
  add column type text not null default 'course'
    constraint document_type_is_known check (type in ('course', 'pathway', 'learningPackage', 'resource')),
  -- What a kind tells apart within itself: the format of a resource, the order of a pathway.
  add column subtype text not null default '',
  -- Language of the content, for the catalogue; '' when the author does not say.
  add column language text not null default '',
  -- Documents that have to be finished before this one opens.
  add column prerequisites uuid[] not null default '{}',
  -- Of a pathway: how many months before it was given a step may have been completed. 0: not at all; null: at any time.
  add column accepted_months integer;

-- squawk-ignore require-concurrent-index-deletion
drop index courses_by_created;
-- squawk-ignore require-concurrent-index-deletion
drop index courses_by_status;
-- squawk-ignore require-concurrent-index-deletion
drop index courses_by_title;
-- squawk-ignore require-concurrent-index-creation
create index documents_by_created on documents (tenant_id, type, created_at, id);
-- squawk-ignore require-concurrent-index-creation
create index documents_by_status on documents (tenant_id, type, status_rank, id);
-- squawk-ignore require-concurrent-index-creation
create index documents_by_title on documents (tenant_id, type, sort_title, id);
alter index if exists courses_search rename to documents_search;

-- squawk-ignore renaming-table
alter table course_versions rename to document_versions;
-- squawk-ignore renaming-column
alter table document_versions rename column course_id to document_id;
alter table document_versions rename constraint course_versions_pkey to document_versions_pkey;
alter table document_versions rename constraint version_of_course to version_of_document;

-- squawk-ignore renaming-table
alter table course_rollups rename to document_rollups;
-- squawk-ignore renaming-column
alter table document_rollups rename column course_id to document_id;
alter table document_rollups rename constraint course_rollups_pkey to document_rollups_pkey;
-- squawk-ignore renaming-column
alter table due_rollups rename column course_id to document_id;
-- squawk-ignore renaming-column
alter table progress_deltas rename column course_id to document_id;
alter table progress_deltas add column document_type text not null default 'course';
-- squawk-ignore renaming-column
alter table assignment_days rename column course_id to document_id;
alter table assignment_days add column document_type text not null default 'course';

-- Containers (bundles, pathways, packages) whose steps are still being given out in the background.
-- squawk-ignore renaming-table
alter table bundle_syncs rename to container_syncs;
-- squawk-ignore renaming-column
alter table container_syncs rename column bundle_id to document_id;
alter table container_syncs rename constraint bundle_syncs_pkey to container_syncs_pkey;

-- The steps of each published version of a container, out of its content, where SQL can join them.
create table document_steps (
  tenant_id text not null,
  version_id uuid not null,
  -- Of the container.
  document_id uuid not null,
  -- Stays the same in later versions. A bundle has none of its own: the id of the step's document.
  step_id uuid not null,
  place integer not null,
  -- Of its section, from 0.
  section integer not null default 0,
  step_type text not null,
  step_document_id uuid not null,
  is_required boolean not null default true,
  -- What the step is worth in a section of credits.
  credits numeric(7, 2) not null default 1,
  -- Documents whose completion counts for this step.
  equivalents uuid[] not null default '{}',
  -- Days until the step is due; null: as the container is due.
  due_days integer,
  due_from text not null default 'start' constraint due_from_is_known check (due_from in ('start', 'previous')),
  primary key (tenant_id, version_id, step_id),
  constraint step_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
create index document_steps_by_document on document_steps (tenant_id, step_document_id);
select make_tenant_table('document_steps');

-- How much of a section has to be done. A container without sections of its own has one: all of them.
create table document_sections (
  tenant_id text not null,
  version_id uuid not null,
  section integer not null,
  rule text not null default 'all' constraint section_rule_is_known check (rule in ('all', 'any', 'credits')),
  -- Steps or credits; null for all.
  needed numeric(7, 2),
  primary key (tenant_id, version_id, section),
  constraint section_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
select make_tenant_table('document_sections');

alter table documents no force row level security;
alter table document_versions no force row level security;
alter table document_steps no force row level security;
alter table document_sections no force row level security;
insert into document_sections (tenant_id, version_id, section)
  select v.tenant_id, v.id, 0 from document_versions v join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id
  where d.is_bundle and v.number is not null;
insert into document_steps (tenant_id, version_id, document_id, step_id, place, step_type, step_document_id)
  select v.tenant_id, v.id, v.document_id, step.id, min(step.place), 'course', step.id
  from document_versions v join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id
  cross join lateral (
    select text::uuid as id, place::int from jsonb_array_elements_text(coalesce(v.content->'courseIds', '[]')) with ordinality as found(text, place)
  ) step
  where d.is_bundle and v.number is not null group by 1, 2, 3, 4, 7;
alter table documents force row level security;
alter table document_versions force row level security;
alter table document_steps force row level security;
alter table document_sections force row level security;

-- A step that a manager or administrator waived for one person.
create table step_waivers (
  tenant_id text not null,
  -- Of the container.
  assignment_id uuid not null,
  step_id uuid not null,
  user_id uuid not null,
  reason text not null,
  evidence_file_id uuid,
  waived_by uuid not null,
  waived_at timestamptz not null,
  primary key (tenant_id, assignment_id, step_id),
  constraint waiver_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id),
  constraint evidence_of_waiver foreign key (tenant_id, evidence_file_id) references files (tenant_id, id)
);
create index step_waivers_by_person on step_waivers (tenant_id, user_id);
select make_tenant_table('step_waivers');

-- What a step of a pathway waits for: the document that the person has to finish first. Null: open.
alter table assignment_sources add column waits_for uuid;
alter table assignment_sources drop constraint source_kind_is_known;
alter table assignment_sources add constraint source_kind_is_known
  check (kind in ('rule', 'manual', 'bundle', 'pathway', 'learningPackage', 'self', 'request', 'import')) not valid;
-- The same for the whole assignment: set while everything that gives it waits.
alter table assignments add column waits_for uuid;

-- Lists are counted by kind of document.
alter table list_counts drop constraint counted_list_is_known;
alter table list_counts no force row level security;
alter table list_count_deltas no force row level security;
update list_counts set list = 'course' where list = 'courses';
update list_count_deltas set list = 'course' where list = 'courses';
alter table list_counts force row level security;
alter table list_count_deltas force row level security;

-- Its successor is search_documents().
do $$
begin
  execute format('grant learnt_search to %I', current_user);
  drop function if exists control.search_courses(text, text[]);
  execute format('revoke learnt_search from %I', current_user);
end
$$;
