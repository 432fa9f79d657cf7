-- Whether the account has neither password nor passkey, so that a provider is the only proof of who the person is.
create or replace function control.is_bare(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (select from control.credentials c where c.user_id = of_user)
     and not exists (select from control.passkeys p where p.user_id = of_user)
$$;

grant execute on function control.is_bare to learnt_app;
