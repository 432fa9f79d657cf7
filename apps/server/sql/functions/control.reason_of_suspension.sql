-- Why a tenant is closed, for its closed page.
create or replace function control.reason_of_suspension(of_tenant text) returns text
language sql stable security definer set search_path = control, pg_temp as $$
  select n.suspended_reason from control.tenants n where n.id = of_tenant
$$;

grant execute on function control.reason_of_suspension to learnt_app;
