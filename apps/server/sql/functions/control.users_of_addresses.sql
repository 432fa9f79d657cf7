-- The users of these main or further addresses, in any tenant: adding somebody by an address makes the existing user a
-- member.
create or replace function control.users_of_addresses(addresses text[]) returns table (email text, user_id uuid)
language sql stable security definer set search_path = control, pg_temp as $$
  select a.address, a.user_id from control.user_addresses a where a.address = any (addresses)
$$;

grant execute on function control.users_of_addresses to learnt_app;
