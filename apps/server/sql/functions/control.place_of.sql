create or replace function control.place_of(of_tenant text) returns table (cluster text, place_number integer)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.cluster, n.place_number from control.tenants n where n.id = of_tenant
$$;

grant execute on function control.place_of to learnt_app;
