-- Merges into the bound tenant's settings.
create or replace function control.change_tenant_settings(change jsonb, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.tenants set settings = settings || change, updated_at = moment where id = public.current_tenant()
$$;

grant execute on function control.change_tenant_settings to learnt_app;
