-- Those of these teams that a session may switch to, for the team chooser.
create or replace function control.open_to_session(of_session uuid, team_ids text[], moment timestamptz) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select t from unnest(team_ids) t where control.may_go_on_in(of_session, t, moment)
$$;

grant execute on function control.open_to_session to learnt_app;
