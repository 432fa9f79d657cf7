-- Whether the bound tenant is open, for background work, which has no session.
create or replace function control.status_of_tenant() returns text
language sql stable security definer set search_path = control, pg_temp as $$
  select n.status from control.tenants n where n.id = public.current_tenant()
$$;

grant execute on function control.status_of_tenant to learnt_app;
