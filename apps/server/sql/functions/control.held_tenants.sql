-- Whose work the relay leaves where it is.
create or replace function control.held_tenants() returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select c.tenant_id from control.closed_places c where c.holds_work
$$;

grant execute on function control.held_tenants to learnt_relay;
