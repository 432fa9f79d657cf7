create or replace function control.remove_passkey(of_user uuid, of_passkey uuid) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.passkeys where id = of_passkey and user_id = of_user;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  perform control.drop_idle_codes(of_user);
  return true;
end $$;

grant execute on function control.remove_passkey to learnt_app;
