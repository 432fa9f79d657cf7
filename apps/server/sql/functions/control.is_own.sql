-- Whether the account is proved to be the person's: they read the mails of its address, and no administrator chose the
-- password, or the person has set one by mail since.
create or replace function control.is_own(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.users u left join control.credentials c on c.user_id = u.id
     where u.id = of_user and u.is_email_verified and c.set_in_tenant is null)
$$;

grant execute on function control.is_own to learnt_app;
