-- Lets a tenant's administrator set the first password of a person they have just created. Refused when the person was
-- invited, has another way to sign in, or is a member elsewhere.
create or replace function control.set_first_password(of_user uuid, hash text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.credentials c where c.user_id = of_user)
     or exists (select from control.identities i where i.user_id = of_user)
     or exists (select from control.passkeys k where k.user_id = of_user)
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant())
     or (select count(*) from control.directory d where d.user_id = of_user) > 1 then
    return false;
  end if;
  perform control.set_password(of_user, hash, moment);
  update control.credentials set set_in_tenant = public.current_tenant() where user_id = of_user;
  return true;
end $$;

grant execute on function control.set_first_password to learnt_app;
