create or replace function control.rename_tenant(new_name text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.tenants set name = new_name, updated_at = moment where id = public.current_tenant()
$$;

grant execute on function control.rename_tenant to learnt_app;
