-- Uploads that are not files yet, where an object store keeps their pieces: any process takes the next one. Without an
-- object store they lie in DATA_DIR, and this table is empty.
create table uploads (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  -- As the sender called it.
  name text not null,
  size bigint not null,
  arrived bigint not null default 0,
  -- The names of the objects, in order.
  pieces text[] not null default '{}',
  touched_at timestamptz not null,
  primary key (tenant_id, id),
  constraint no_more_than_was_declared check (arrived between 0 and size)
);
create index uploads_by_user on uploads (tenant_id, user_id);
-- The worker looks in all tenants for what nobody adds to.
select make_tenant_table('uploads', relay => true, relay_rights => array['select']);
