create or replace function control.forget_trust(of_user uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.known_devices set trusted_from = null, trusted_until = null where user_id = of_user and trusted_until is not null
$$;

grant execute on function control.forget_trust to learnt_app;
