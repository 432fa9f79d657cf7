-- Work that comes round leaves out who is being moved.
create or replace function control.open_tenants_on(in_cluster text) returns table (id text, settings jsonb, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.settings, n.created_at from control.tenants n
  where n.status = 'active' and n.cluster = in_cluster
    and not exists (select from control.tenant_moves m where m.tenant_id = n.id)
  order by n.id
$$;

grant execute on function control.open_tenants_on to learnt_app;
