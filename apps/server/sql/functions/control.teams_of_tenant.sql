create or replace function control.teams_of_tenant() returns table (id text, display_name text, main_domain text, is_default boolean)
language sql stable security definer set search_path = control, pg_temp as $$
  select t.id, t.display_name, t.main_domain, t.is_default from control.teams t
  where t.tenant_id = public.current_tenant() and t.status <> 'deleted' order by t.id
$$;

grant execute on function control.teams_of_tenant to learnt_app;
