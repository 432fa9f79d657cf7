-- The next moment after one at which a rhythm comes: on its days at a time of day. A time that a clock change leaves out
-- comes an hour later, one that comes twice is taken once; a month without the day has its last one.
create or replace function public.next_run(rhythm text, weekdays smallint[], month_day integer, day_time time, zone text, after timestamptz) returns timestamptz
  language sql stable parallel safe
as $$
  select min(moment) from (
    select (day + day_time) at time zone zone as moment
    -- Two months hold every rhythm.
    from (select (after at time zone zone)::date + n as day from generate_series(0, 62) n) days
    where rhythm = 'daily'
      or (rhythm = 'weekly' and extract(isodow from day)::smallint = any (weekdays))
      or (rhythm = 'monthly' and extract(day from day) = least(month_day, extract(day from date_trunc('month', day::timestamp) + interval '1 month - 1 day')))
  ) moments where moment > after
$$;

grant execute on function public.next_run to learnt_app;
