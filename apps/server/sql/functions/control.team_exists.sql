create or replace function control.team_exists(wanted text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.teams t where t.id = wanted)
$$;

grant execute on function control.team_exists to learnt_app;
