create or replace function control.set_password(of_user uuid, hash text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.credentials (user_id, password_hash, changed_at) values (of_user, hash, moment)
  on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at
$$;

grant execute on function control.set_password to learnt_app;
