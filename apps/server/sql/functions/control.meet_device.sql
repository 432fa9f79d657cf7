-- Remembers the device. True when it is new and not the account's first, which needs no warning.
create or replace function control.meet_device(of_user uuid, device bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  is_new boolean;
begin
  insert into control.known_devices as k (user_id, device_hash, last_used_at) values (of_user, device, moment)
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
  returning k.xmax = 0 into is_new;
  if not is_new then return false; end if;
  return exists (select from control.known_devices k where k.user_id = of_user and k.device_hash <> device);
end $$;

grant execute on function control.meet_device to learnt_app;
