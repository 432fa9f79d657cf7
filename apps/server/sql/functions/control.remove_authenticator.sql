create or replace function control.remove_authenticator(of_user uuid) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.authenticators where user_id = of_user and secret is not null;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  perform control.drop_idle_codes(of_user);
  return true;
end $$;

grant execute on function control.remove_authenticator to learnt_app;
