-- Finds the account for what somebody typed: an account address, a further proved address, or a user name of the
-- tenant, in this order, so that a user name cannot take precedence over another person's address. The password is read
-- after the choice: joined earlier, up to tens of thousands of passwords were read for one.
create or replace function control.find_account(typed text, in_tenant text)
returns table (user_id uuid, password_hash text)
language sql stable security definer rows 1 set search_path = control, pg_temp as $$
  with who as (
    select 0 as rank, u.id from control.users u where u.email = lower(typed)
    union all select 1, u.id from control.users u where u.additional_emails @> array[lower(typed)]
    union all select 2, n.user_id from control.usernames n where n.tenant_id = in_tenant and n.name = lower(typed)
  ),
  chosen as (select w.id from who w order by w.rank, w.id limit 1)
  select h.id, c.password_hash from chosen h left join control.credentials c on c.user_id = h.id
$$;

grant execute on function control.find_account to learnt_app;
