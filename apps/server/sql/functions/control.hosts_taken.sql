-- Those of these host names that belong to another team.
create or replace function control.hosts_taken(hosts text[], by_others_than text) returns table (host text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select h.host, h.team_id from control.team_hosts h where h.host = any (hosts) and h.team_id is distinct from by_others_than
$$;

grant execute on function control.hosts_taken to learnt_app;
