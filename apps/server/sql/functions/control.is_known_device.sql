create or replace function control.is_known_device(of_user uuid, device bytea) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.known_devices where user_id = of_user and device_hash = device)
$$;

grant execute on function control.is_known_device to learnt_app;
