-- The day that ends at a midnight: the inverse of end_of_day, also when a clock change skips midnight.
create or replace function public.day_that_ends(moment timestamptz, zone text) returns date
  language sql stable parallel safe strict
as $$ select ((moment - interval '1 microsecond') at time zone zone)::date $$;

grant execute on function public.day_that_ends to learnt_app;
