-- True for one caller only.
create or replace function control.use_step(token bytea, device bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.sign_in_steps set used_at = moment
   where token_hash = token and device_hash = device and used_at is null and expires_at > moment;
  return found;
end $$;

grant execute on function control.use_step to learnt_app;
