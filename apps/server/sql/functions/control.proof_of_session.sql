-- How and when a session was last proved. `shown_at`: when the person last showed any proof, however weak.
create or replace function control.proof_of_session(of_session uuid, of_user uuid)
returns table (proved_at timestamptz, shown_at timestamptz, proven_by text, factor text, is_own boolean, is_bound boolean, proved_by text)
language sql stable security definer set search_path = control, pg_temp as $$
  select control.proved_when(s), coalesce(s.proved_at, s.created_at), s.proven_by, s.factor, control.shows_own(s), s.is_bound, s.proved_by
  from control.sessions s where s.id = of_session and s.user_id = of_user
$$;

grant execute on function control.proof_of_session to learnt_app;
