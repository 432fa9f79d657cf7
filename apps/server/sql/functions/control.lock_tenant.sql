-- Serialises changes of a tenant's settings and teams, so that each change is compared with the state it replaces.
create or replace function control.lock_tenant() returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from control.tenants where id = public.current_tenant() for no key update;
end $$;

grant execute on function control.lock_tenant to learnt_app;
