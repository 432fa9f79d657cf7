-- Counts an attempt before it is checked; false when there were too many.
create or replace function control.try_step(token bytea, device bytea, most integer, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.sign_in_steps set tries = tries + 1
   where token_hash = token and device_hash = device and used_at is null and expires_at > moment and tries < most;
  return found;
end $$;

grant execute on function control.try_step to learnt_app;
