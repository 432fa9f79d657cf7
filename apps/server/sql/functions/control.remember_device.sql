create or replace function control.remember_device(of_user uuid, device bytea, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.known_devices (user_id, device_hash, last_used_at) values (of_user, device, moment)
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
$$;

grant execute on function control.remember_device to learnt_app;
