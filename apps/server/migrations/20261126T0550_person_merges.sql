-- Two records of one person that became one, until and after it is undone.
create table person_merges (
  tenant_id text not null,
  id uuid not null,
  stay_user_id uuid not null,
  stay_membership_id text not null,
  stay_name text not null,
  gone_user_id uuid not null,
  gone_name text not null,
  -- Points that moved: for each membership of the one that went, how many.
  points jsonb not null,
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  undone_by uuid,
  undone_at timestamptz,
  primary key (tenant_id, id)
);
create index person_merges_by_stay on person_merges (tenant_id, stay_user_id);
create index person_merges_by_gone on person_merges (tenant_id, gone_user_id);
select make_tenant_table('person_merges');

-- Each row that a merge touched, as it was before and as the merge left it. Forgotten when it cannot be undone any more.
create table person_merge_rows (
  tenant_id text not null,
  merge_id uuid not null,
  table_name text not null,
  -- The columns of the primary key but the tenant, as JSON.
  row_key jsonb not null,
  -- Null: the merge made the row. Of memberships and rules only the columns that it changed.
  before jsonb,
  -- Null: the merge took it away.
  after jsonb,
  primary key (tenant_id, merge_id, table_name, row_key),
  constraint row_of_merge foreign key (tenant_id, merge_id) references person_merges (tenant_id, id) on delete cascade
);
select make_tenant_table('person_merge_rows');
