create or replace function control.cluster_of(of_tenant text) returns text
language sql stable security definer set search_path = control, pg_temp as $$
  select n.cluster from control.tenants n where n.id = of_tenant
$$;

grant execute on function control.cluster_of to learnt_app;
