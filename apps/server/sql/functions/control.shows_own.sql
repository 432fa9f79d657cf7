-- Whether the session has shown what is the person's own, of an account that is: what was shown in it last says so, else
-- what opened it.
create or replace function control.shows_own(session control.sessions) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select coalesce(session.proved_by = 'own', not session.is_bound) and control.is_own(session.user_id)
$$;
