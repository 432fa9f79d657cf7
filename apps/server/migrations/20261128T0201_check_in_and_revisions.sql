-- How long a check-in may wait on a device, and which code it used: each counts once for a person.
alter table events
  add column check_in_minutes integer not null default 15 constraint check_in_minutes_are_some check (check_in_minutes >= 0);

alter table event_scans add column code_step bigint;
alter table event_scans
  drop constraint scan_result_is_known,
  add constraint scan_result_is_known check (result in ('counted', 'already', 'wrongCode', 'oldCode', 'noSeat', 'otherEvent', 'tooEarly', 'tooLate',
    'late', 'lateRefused', 'usedCode', 'notYours', 'yourself')) not valid;

-- How often a date was changed: what calendars are told rises with it, also where no mail went out.
alter table event_sessions
  add column revision integer not null default 0,
  add column changed_at timestamptz;
alter table calendar_entries add column revision integer not null default 0;
