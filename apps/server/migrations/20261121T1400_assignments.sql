-- Who has what: the id of an assignment, days that end in the tenant's zone, and rows to wait at.

-- Equal to deterministicId('assignment', tenant, user, documentType, document, cycle) of platform/ids.ts: SHA-256 over
-- the length-prefixed parts, as a UUID of version 8. So 100,000 ids are made where the rows are.
-- Written so that the planner puts it in place of the call (stable, as convert_to is; no part of it a query), which
-- is five times faster; pass the tenant as a value and not as current_tenant().
create function public.assignment_id(tenant text, user_id uuid, document_type text, document_id uuid, cycle integer) returns uuid
  language sql stable parallel safe
as $$
  -- Bits of byte 6 (version 1000) and byte 8 (variant 10); set_bit counts from the lowest bit of the first byte.
  select encode(
    set_bit(set_bit(set_bit(set_bit(set_bit(set_bit(
      substr(sha256(convert_to(
        '10:assignment'
        || octet_length(tenant)::text || ':' || tenant
        || '36:' || user_id::text
        || octet_length(document_type)::text || ':' || document_type
        || '36:' || document_id::text
        || length(cycle::text)::text || ':' || cycle::text, 'UTF8')), 1, 16),
      55, 1), 54, 0), 53, 0), 52, 0), 71, 1), 70, 0),
    'hex')::uuid
$$;
revoke all on function public.assignment_id(text, uuid, text, uuid, integer) from public;
grant execute on function public.assignment_id(text, uuid, text, uuid, integer) to learnt_app;

-- The zone in which the bound tenant's days begin and end; UTC while it has none that PostgreSQL knows.
create function control.zone_of_tenant() returns text
  language plpgsql stable security definer set search_path = control, pg_temp
as $$
declare
  zone text;
begin
  select n.settings->>'timeZone' into zone from control.tenants n where n.id = public.current_tenant();
  perform now() at time zone zone;
  return coalesce(zone, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end $$;
revoke all on function control.zone_of_tenant() from public;
grant execute on function control.zone_of_tenant() to learnt_app;

-- The midnight that ends a day in a zone.
create function public.end_of_day(day date, zone text) returns timestamptz
  language sql stable parallel safe strict
as $$ select (day + 1)::timestamp at time zone zone $$;
revoke all on function public.end_of_day(date, text) from public;
grant execute on function public.end_of_day(date, text) to learnt_app;

-- The day that a midnight ends: the inverse of end_of_day, also where a clock change swallows the midnight itself.
create function public.day_that_ends(moment timestamptz, zone text) returns date
  language sql stable parallel safe strict
as $$ select ((moment - interval '1 microsecond') at time zone zone)::date $$;
revoke all on function public.day_that_ends(timestamptz, text) from public;
grant execute on function public.day_that_ends(timestamptz, text) to learnt_app;

-- Rows to wait at, with nothing to say. `rules`: whoever changes a rule, or the children of a bundle, holds it alone;
-- whoever changes people or gives by hand shares it. So neither misses what the other is about to commit.
create table tenant_locks (
  tenant_id text not null,
  name text not null,
  primary key (tenant_id, name)
);
select make_tenant_table('tenant_locks');

-- Bundles whose children are still being given out in the background; a learner's reading does their own meanwhile.
create table bundle_syncs (
  tenant_id text not null,
  bundle_id uuid not null,
  -- Of the newest request: an older one that is still at work stops.
  token uuid not null,
  primary key (tenant_id, bundle_id)
);
select make_tenant_table('bundle_syncs');

-- Statements lie by month of storing. What is older than the first month (imported history) lies in statements_other.
-- Making a table needs the owner: the application calls this each day and so always has a year in front of it. It can
-- make months that are missing and nothing else; a month that statements_other has rows of stays there.
create function control.make_statement_months(until date) returns integer
  language plpgsql volatile security definer set search_path = control, pg_temp
as $$
declare
  month date := date '2026-11-01';
  made integer := 0;
begin
  while month < least(until, (now() + interval '5 years')::date) loop
    if to_regclass(format('public.statements_%s', to_char(month, 'YYYY_MM'))) is null then
      begin
        execute format(
          'create table public.%I partition of public.statements for values from (%L) to (%L)',
          'statements_' || to_char(month, 'YYYY_MM'),
          month::timestamp at time zone 'UTC',
          (month + interval '1 month')::timestamp at time zone 'UTC'
        );
        made := made + 1;
      exception when check_violation or duplicate_table then
        null;
      end;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;
revoke all on function control.make_statement_months(date) from public;
grant execute on function control.make_statement_months(date) to learnt_app;
select control.make_statement_months(date '2028-11-01');
