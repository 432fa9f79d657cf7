-- Tenants of a cluster whose rows are kept, whether anybody may sign in or not: what is promised to end ends in them too.
create or replace function control.kept_tenants_on(in_cluster text) returns table (id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id from control.tenants n
  where n.status in ('active', 'suspended') and n.cluster = in_cluster
    and not exists (select from control.tenant_moves m where m.tenant_id = n.id)
  order by n.id
$$;

grant execute on function control.kept_tenants_on to learnt_app;
