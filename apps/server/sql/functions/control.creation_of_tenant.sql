-- Since when the bound tenant is here: from then on all its days were kept, unless `history` says later.
create or replace function control.creation_of_tenant() returns timestamptz
language sql stable security definer set search_path = control, pg_temp as $$
  select c.created_at from public.tenant_calendars c where c.tenant_id = public.current_tenant()
$$;

grant execute on function control.creation_of_tenant to learnt_app;
