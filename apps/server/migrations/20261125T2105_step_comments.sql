-- Notes that authors write to each other on a step of a course. They hang on the step's id, so they stay with it wherever
-- it is moved, and they are in no version: nothing of them is published.
create table step_threads (
  tenant_id text not null,
  document_id uuid not null,
  activity_id uuid not null,
  resolved_at timestamptz,
  resolved_by uuid,
  primary key (tenant_id, document_id, activity_id),
  constraint step_thread_of_document foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
select make_tenant_table('step_threads');

create table step_comments (
  tenant_id text not null,
  id uuid not null,
  document_id uuid not null,
  activity_id uuid not null,
  author_id uuid not null,
  body text not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  constraint step_comment_of_thread foreign key (tenant_id, document_id, activity_id)
    references step_threads (tenant_id, document_id, activity_id)
);
create index step_comments_by_thread on step_comments (tenant_id, document_id, activity_id, made_at);
create index step_comments_by_author on step_comments (tenant_id, author_id, made_at);
select make_tenant_table('step_comments');
