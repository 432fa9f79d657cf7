create or replace function control.account_of(of_user uuid) returns table (email text, is_email_verified boolean, password_hash text)
language sql stable security definer set search_path = control, pg_temp as $$
  select u.email, u.is_email_verified, c.password_hash
  from control.users u left join control.credentials c on c.user_id = u.id where u.id = of_user
$$;

grant execute on function control.account_of to learnt_app;
