-- What people who finished a document say of it: once in each cycle of theirs.
create table ratings (
  tenant_id text not null,
  assignment_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  stars smallint not null constraint rating_has_one_to_five_stars check (stars between 1 and 5),
  comment text not null default '',
  rated_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, assignment_id),
  constraint rating_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
create index ratings_by_document on ratings (tenant_id, document_id, updated_at, assignment_id);
create index ratings_by_person on ratings (tenant_id, user_id, document_id);
select make_tenant_table('ratings');

-- Their sum for each document, so that lists need not read them all. `people`: one who rated twice counts once.
create table rating_totals (
  tenant_id text not null,
  document_id uuid not null,
  ratings integer not null,
  stars integer not null,
  people integer not null,
  primary key (tenant_id, document_id)
);
select make_tenant_table('rating_totals');
