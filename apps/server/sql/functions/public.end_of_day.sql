-- The midnight that ends a day in a zone.
create or replace function public.end_of_day(day date, zone text) returns timestamptz
  language sql stable parallel safe strict
as $$ select (day + 1)::timestamp at time zone zone $$;

grant execute on function public.end_of_day to learnt_app;
