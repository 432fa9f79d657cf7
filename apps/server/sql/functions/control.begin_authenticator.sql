create or replace function control.begin_authenticator(of_user uuid, sealed text, until timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.authenticators (user_id, pending_secret, pending_until) values (of_user, sealed, until)
  on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_until = excluded.pending_until
$$;

grant execute on function control.begin_authenticator to learnt_app;
