-- The bound tenant's time zone; UTC if it has none that PostgreSQL knows. Names are looked up first, and only unknown
-- ones (abbreviations, typing errors) are tried: trying takes a subtransaction, five times as long as all the rest.
create or replace function control.zone_of_tenant() returns text
language plpgsql stable security definer set search_path = control, pg_temp as $$
declare
  zone text;
begin
  select c.time_zone into zone from public.tenant_calendars c where c.tenant_id = public.current_tenant();
  if zone is null then return 'UTC'; end if;
  if exists (select from control.time_zones z where z.name = zone) then return zone; end if;
  begin
    perform now() at time zone zone;
    return zone;
  exception when invalid_parameter_value then
    return 'UTC';
  end;
end $$;

grant execute on function control.zone_of_tenant to learnt_app;
