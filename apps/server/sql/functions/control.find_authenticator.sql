create or replace function control.find_authenticator(of_user uuid)
returns table (secret text, pending_secret text, pending_until timestamptz, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select a.secret, a.pending_secret, a.pending_until, a.created_at, a.last_used_at
  from control.authenticators a where a.user_id = of_user
$$;

grant execute on function control.find_authenticator to learnt_app;
