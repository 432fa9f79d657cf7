-- The session of a browser in any state. An ended session opens nothing, but the person can still sign out of it.
create or replace function control.session_to_leave(token bytea) returns table (id uuid, user_id uuid, tenant_id text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.id, s.user_id, s.tenant_id, s.team_id from control.sessions s where s.token_hash = token
$$;

grant execute on function control.session_to_leave to learnt_app;
