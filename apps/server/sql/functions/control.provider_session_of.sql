create or replace function control.provider_session_of(of_session uuid, of_user uuid)
returns table (provider_id uuid, subject text, sid text, hint text)
language sql stable security definer set search_path = control, pg_temp as $$
  select k.provider_id, k.subject, k.sid, k.hint
  from control.provider_sessions k join control.sessions s on s.id = k.session_id
  where k.session_id = of_session and s.user_id = of_user
$$;

grant execute on function control.provider_session_of to learnt_app;
