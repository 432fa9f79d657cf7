create or replace function control.rename_passkey(of_user uuid, of_passkey uuid, called text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.passkeys set name = called where id = of_passkey and user_id = of_user;
  return found;
end $$;

grant execute on function control.rename_passkey to learnt_app;
