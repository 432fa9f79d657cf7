create or replace function control.hosts_of_teams() returns table (host text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select h.host, h.team_id from control.team_hosts h
$$;

grant execute on function control.hosts_of_teams to learnt_app;
