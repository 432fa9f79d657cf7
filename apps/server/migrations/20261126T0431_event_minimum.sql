-- Fewer people than an event needs: how many days before somebody is warned, of which first date they were warned, and for
-- which one it was decided that the event takes place anyway.
alter table events
  add column warn_days integer not null default 3 constraint warn_days_are_some check (warn_days >= 0),
  add column warned_for timestamptz,
  add column runs_for timestamptz;
