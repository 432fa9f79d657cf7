create or replace function control.trust_device(of_user uuid, device bytea, moment timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.known_devices (user_id, device_hash, last_used_at, trusted_from, trusted_until)
  values (of_user, device, moment, moment, until)
  on conflict (user_id, device_hash) do update
    set last_used_at = excluded.last_used_at, trusted_from = excluded.trusted_from, trusted_until = excluded.trusted_until
$$;

grant execute on function control.trust_device to learnt_app;
