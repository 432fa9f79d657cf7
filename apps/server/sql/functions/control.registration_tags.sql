create or replace function control.registration_tags(of_team text) returns text[]
language sql stable security definer set search_path = control, pg_temp as $$
  select t.registration_tags from control.teams t where t.id = of_team and t.tenant_id = public.current_tenant()
$$;

grant execute on function control.registration_tags to learnt_app;
