-- The users of these addresses, whatever tenant they are in: who is added by an address gets a membership of the user of it.
create or replace function control.users_of_addresses(addresses text[]) returns table (email text, user_id uuid)
language sql stable security definer set search_path = control, pg_temp as $$
  select u.email, u.id from control.users u where u.email = any (addresses)
$$;

grant execute on function control.users_of_addresses to learnt_app;
