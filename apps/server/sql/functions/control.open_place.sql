-- A new tenant of an id that was here before.
create or replace function control.open_place() returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.closed_places c where c.tenant_id = public.current_tenant()
$$;

grant execute on function control.open_place to learnt_app;
