-- Whether the session was proved by something that belongs to the person: the last proof shown in it, else the one that
-- opened it.
create or replace function control.shows_own(session control.sessions) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select coalesce(session.proved_by = 'own', not session.is_bound) and control.is_own(session.user_id)
$$;
