-- When the bound tenant was created. Figures of all later days are kept, unless `history` names a later start.
create or replace function control.creation_of_tenant() returns timestamptz
language sql stable security definer set search_path = control, pg_temp as $$
  select c.created_at from public.tenant_calendars c where c.tenant_id = public.current_tenant()
$$;

grant execute on function control.creation_of_tenant to learnt_app;
