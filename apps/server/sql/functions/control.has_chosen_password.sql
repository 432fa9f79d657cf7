-- Whether an administrator chose the password and the person has not set one by mail since.
create or replace function control.has_chosen_password(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.credentials c where c.user_id = of_user and c.set_in_tenant is not null)
$$;

grant execute on function control.has_chosen_password to learnt_app;
