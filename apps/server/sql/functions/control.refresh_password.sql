-- Stores a new hash of the same password. Ends no sessions, and leaves a password that was changed meanwhile.
create or replace function control.refresh_password(of_user uuid, checked bytea, hash text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.credentials set password_hash = hash
   where user_id = of_user and sha256(convert_to(password_hash, 'UTF8')) = checked
$$;

grant execute on function control.refresh_password to learnt_app;
