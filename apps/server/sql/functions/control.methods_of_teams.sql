-- Sign-in methods that the bound tenant's teams accept.
create or replace function control.methods_of_teams() returns table (id text, display_name text, auth_methods text[], hosts text[])
language sql stable security definer set search_path = control, pg_temp as $$
  select t.id, t.display_name, t.auth_methods,
         coalesce((select array_agg(h.host order by h.host) from control.team_hosts h where h.team_id = t.id), '{}')
  from control.teams t where t.tenant_id = public.current_tenant() and t.status <> 'deleted' order by t.id
$$;

grant execute on function control.methods_of_teams to learnt_app;
