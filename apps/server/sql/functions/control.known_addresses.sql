-- Those of these addresses that belong to somebody, for the list of demo accounts.
create or replace function control.known_addresses(addresses text[]) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select u.email from control.users u where u.email = any (addresses)
$$;

grant execute on function control.known_addresses to learnt_app;
