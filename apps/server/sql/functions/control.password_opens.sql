-- Whether there is a password that no other tenant's administrator chose.
create or replace function control.password_opens(of_user uuid, tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.credentials c where c.user_id = of_user and coalesce(c.set_in_tenant, tenant) = tenant)
$$;

grant execute on function control.password_opens to learnt_app;
