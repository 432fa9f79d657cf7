-- The quick panel's notes: a person's own, in one tenant.

create table quick_notes (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index quick_notes_by_user on quick_notes (tenant_id, user_id, created_at desc);
select make_tenant_table('quick_notes');
