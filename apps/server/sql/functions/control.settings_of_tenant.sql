create or replace function control.settings_of_tenant() returns jsonb
language sql stable security definer set search_path = control, pg_temp as $$
  select n.settings from control.tenants n where n.id = public.current_tenant()
$$;

grant execute on function control.settings_of_tenant to learnt_app;
