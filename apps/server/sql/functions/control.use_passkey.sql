-- False when the counter did not rise: a copy of the passkey has signed meanwhile.
create or replace function control.use_passkey(of_passkey uuid, signed bigint, synced boolean, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.passkeys set counter = signed, is_synced = synced, last_used_at = moment
   where id = of_passkey and (counter < signed or (counter = 0 and signed = 0));
  return found;
end $$;

grant execute on function control.use_passkey to learnt_app;
