-- The day that a midnight ends: the inverse of end_of_day, also where a clock change swallows the midnight itself.
create or replace function public.day_that_ends(moment timestamptz, zone text) returns date
  language sql stable parallel safe strict
as $$ select ((moment - interval '1 microsecond') at time zone zone)::date $$;

grant execute on function public.day_that_ends to learnt_app;
