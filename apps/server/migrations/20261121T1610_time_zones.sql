-- Every list with due dates asks for the tenant's zone, some of them three times. Trying the zone out takes a
-- subtransaction, five times as long as all the rest; so the names that PostgreSQL knows are looked up, and only others
-- (abbreviations, names that it has never heard of) are tried.
create table control.time_zones (name text primary key);
insert into control.time_zones (name) select name from pg_timezone_names on conflict do nothing;

create or replace function control.zone_of_tenant() returns text
language plpgsql stable security definer set search_path = control, pg_temp as $$
declare
  zone text;
begin
  select n.settings->>'timeZone' into zone from control.tenants n where n.id = public.current_tenant();
  if zone is null then return 'UTC'; end if;
  if exists (select from control.time_zones z where z.name = zone) then return zone; end if;
  begin
    perform now() at time zone zone;
    return zone;
  exception when invalid_parameter_value then
    return 'UTC';
  end;
end $$;
