create or replace function control.live_tenants_after(place bigint) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select t.tenant_id from control.live_tenants t where t.last > place
$$;

grant execute on function control.live_tenants_after to learnt_app;
