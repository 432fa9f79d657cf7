create or replace function control.create_team(new_id text, name text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  -- Each tenant's id is reserved for its own team, also before that team exists.
  if exists (select from control.tenants n where n.id = new_id and n.id <> public.current_tenant()) then return false; end if;
  insert into control.teams (id, tenant_id, display_name, created_at, updated_at)
  values (new_id, public.current_tenant(), name, moment, moment)
  on conflict (id) do nothing;
  return found;
end $$;

grant execute on function control.create_team to learnt_app;
