-- The first moment after a given one that a schedule names, at its time of day. A time skipped by a clock change moves
-- an hour later; one that occurs twice is used once. A month without the day uses its last day.
create or replace function public.next_run(rhythm text, weekdays smallint[], month_day integer, day_time time, zone text, after timestamptz) returns timestamptz
  language sql stable parallel safe
as $$
  select min(moment) from (
    select (day + day_time) at time zone zone as moment
    -- Two months contain the next date of every schedule.
    from (select (after at time zone zone)::date + n as day from generate_series(0, 62) n) days
    where rhythm = 'daily'
      or (rhythm = 'weekly' and extract(isodow from day)::smallint = any (weekdays))
      or (rhythm = 'monthly' and extract(day from day) = least(month_day, extract(day from date_trunc('month', day::timestamp) + interval '1 month - 1 day')))
  ) moments where moment > after
$$;

grant execute on function public.next_run to learnt_app;
