alter table assignments
  -- The day of the month of the first date, where the month of period_from is too short for it: after 28 February the next
  -- month is counted to 31 March. Null: the day of period_from. The version before leaves it empty and counts on from there.
  add column month_day smallint;
alter table assignments add constraint month_day_is_late check (month_day between 29 and 31) not valid;

-- Cycles that were cut to the end of a short month by their last reset. Later cycles are few and have an index of their own.
alter table assignments no force row level security;
alter table documents no force row level security;
alter table tenant_calendars no force row level security;
update assignments a set month_day = first.day
from (
  select one.tenant_id, one.id, max(extract(day from coalesce(e.period_from, (e.assigned_at at time zone coalesce(z.name, 'UTC'))::date)))::smallint as day
  from assignments one
  join assignments e on e.tenant_id = one.tenant_id and e.document_id = one.document_id and e.user_id = one.user_id and e.cycle < one.cycle
  join documents d on d.tenant_id = one.tenant_id and d.id = one.document_id
  left join tenant_calendars c on c.tenant_id = one.tenant_id left join control.time_zones z on z.name = c.time_zone
  where one.cycle > 0 and one.ended_at is null and one.period_from is not null and extract(day from one.period_from + 1) = 1
    and d.reset ->> 'kind' = 'timeframe' and d.reset ->> 'unit' in ('month', 'year')
  group by one.tenant_id, one.id
) first
where a.tenant_id = first.tenant_id and a.id = first.id and first.day > extract(day from a.period_from);
alter table tenant_calendars force row level security;
alter table documents force row level security;
alter table assignments force row level security;
