-- Events are a kind of document. Every row that is there has one of the kinds that were known before.
alter table documents drop constraint document_type_is_known;
alter table documents add constraint document_type_is_known
  check (type in ('course', 'pathway', 'learningPackage', 'resource', 'form', 'event')) not valid;

create table event_rooms (
  tenant_id text not null,
  id uuid not null,
  name text not null,
  address text not null default '',
  -- Chairs; null: nobody counts them.
  capacity integer,
  about text not null default '',
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index event_rooms_by_name on event_rooms (tenant_id, lower(name), id);
select make_tenant_table('event_rooms');

-- People who may be named as leading an event.
create table event_facilitators (
  tenant_id text not null,
  user_id uuid not null,
  about text not null default '',
  archived_at timestamptz,
  added_at timestamptz not null,
  primary key (tenant_id, user_id)
);
select make_tenant_table('event_facilitators');

-- What is in force of an event: a row for each that has been published. Whoever changes a seat locks it first.
create table events (
  tenant_id text not null,
  -- Of the document.
  id uuid not null,
  version_id uuid not null,
  place text not null constraint event_place_is_known check (place in ('inPerson', 'virtual', 'both')),
  time_zone text not null,
  -- Null: as many as come.
  capacity integer,
  minimum integer not null default 0,
  approval text not null constraint event_approval_is_known check (approval in ('none', 'manager', 'administrator')),
  has_list boolean not null,
  offer_hours integer not null default 0,
  opens_at timestamptz,
  closes_at timestamptz,
  -- Until when people cancel by themselves, and the waiting list advances.
  cancel_until timestamptz,
  promote_until timestamptz,
  join_minutes integer not null default 0,
  join_counts boolean not null default false,
  attendance jsonb not null,
  reminders integer[] not null default '{}',
  -- Start of the first session and end of the last; null: no date yet.
  first_at timestamptz,
  last_at timestamptz,
  -- Counts registrations and rises under the lock: it gives the order of the waiting list.
  last_number bigint not null default 0,
  held integer not null default 0,
  offered integer not null default 0,
  waiting integer not null default 0,
  reserved integer not null default 0,
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  -- From which the changing codes of check-in are made.
  seed text not null,
  primary key (tenant_id, id),
  constraint event_is_document foreign key (tenant_id, id) references documents (tenant_id, id),
  constraint event_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id),
  -- Never more seats than there are.
  constraint event_seats_are_enough check (capacity is null or held + offered + reserved <= capacity),
  constraint event_counts_are_positive check (held >= 0 and offered >= 0 and waiting >= 0 and reserved >= 0)
);
create index events_by_date on events (tenant_id, first_at, id);
create index events_by_version on events (tenant_id, version_id);
select make_tenant_table('events');

-- Dates of an event, with what is true for each.
create table event_sessions (
  tenant_id text not null,
  id uuid not null,
  event_id uuid not null,
  number integer not null,
  title text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  room_id uuid,
  address text not null default '',
  join_url text not null default '',
  -- It was part of an earlier version and is no longer.
  dropped_at timestamptz,
  primary key (tenant_id, id),
  constraint session_of_event foreign key (tenant_id, event_id) references events (tenant_id, id),
  constraint session_in_room foreign key (tenant_id, room_id) references event_rooms (tenant_id, id),
  constraint session_ends_after_start check (ends_at > starts_at)
);
create index event_sessions_by_event on event_sessions (tenant_id, event_id, starts_at);
create index event_sessions_by_room on event_sessions (tenant_id, room_id, starts_at) where room_id is not null;
create index event_sessions_by_date on event_sessions (tenant_id, starts_at);
select make_tenant_table('event_sessions');

-- Who leads which session.
create table session_facilitators (
  tenant_id text not null,
  session_id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  primary key (tenant_id, session_id, user_id),
  constraint facilitator_of_session foreign key (tenant_id, session_id) references event_sessions (tenant_id, id),
  constraint facilitator_of_event foreign key (tenant_id, event_id) references events (tenant_id, id)
);
create index session_facilitators_by_person on session_facilitators (tenant_id, user_id, event_id);
create index session_facilitators_by_event on session_facilitators (tenant_id, event_id);
select make_tenant_table('session_facilitators');

-- What stands between a person and an event: one row, however often they come and go, so that nobody has two seats.
create table registrations (
  tenant_id text not null,
  id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  membership_id text not null,
  state text not null constraint attendance_state_is_known check (state in (
    'registration', 'pending', 'attending', 'waiting', 'waiting-cancelled', 'cancellation', 'cancelled', 'attended',
    'not attended')),
  -- Taken under the event's lock.
  number bigint not null,
  since timestamptz not null,
  registered_at timestamptz not null,
  offer_until timestamptz,
  note text not null default '',
  is_walk_in boolean not null default false,
  -- The open request, while somebody has to approve.
  request_id uuid,
  primary key (tenant_id, id),
  constraint registration_of_event foreign key (tenant_id, event_id) references events (tenant_id, id),
  constraint registration_once unique (tenant_id, event_id, user_id),
  constraint offer_has_an_end check ((state = 'pending') = (offer_until is not null))
);
create unique index offer_open_once on registrations (tenant_id, event_id, user_id) where state = 'pending';
create index registrations_by_state on registrations (tenant_id, event_id, state, number);
create index registrations_by_person on registrations (tenant_id, user_id, state);
create index offers_by_end on registrations (tenant_id, offer_until) where state = 'pending';
select make_tenant_table('registrations');

-- What happened to a registration, in order.
create table registration_steps (
  tenant_id text not null,
  id uuid not null,
  registration_id uuid not null,
  verb text not null,
  state text not null,
  at timestamptz not null,
  by_user uuid,
  note text not null default '',
  primary key (tenant_id, id),
  constraint step_of_registration foreign key (tenant_id, registration_id) references registrations (tenant_id, id)
);
create index registration_steps_by_registration on registration_steps (tenant_id, registration_id, id);
select make_tenant_table('registration_steps');

-- Seats that a manager keeps for people who are named later.
create table event_reservations (
  tenant_id text not null,
  event_id uuid not null,
  manager_id uuid not null,
  seats integer not null constraint reservation_has_seats check (seats > 0),
  made_at timestamptz not null,
  primary key (tenant_id, event_id, manager_id),
  constraint reservation_of_event foreign key (tenant_id, event_id) references events (tenant_id, id)
);
create index event_reservations_by_manager on event_reservations (tenant_id, manager_id);
select make_tenant_table('event_reservations');

-- Who would come to an event that has no date yet.
create table event_interests (
  tenant_id text not null,
  event_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  -- Told that it has got a date.
  told_at timestamptz,
  primary key (tenant_id, event_id, user_id),
  constraint interest_in_event foreign key (tenant_id, event_id) references events (tenant_id, id)
);
create index event_interests_by_person on event_interests (tenant_id, user_id);
select make_tenant_table('event_interests');

-- What somebody was at one session.
create table attendance_marks (
  tenant_id text not null,
  session_id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  mark text not null constraint attendance_mark_is_known check (mark in ('attended', 'late', 'part', 'not attended')),
  source text not null constraint mark_source_is_known check (source in ('hand', 'join', 'code', 'scan', 'walkIn')),
  at timestamptz not null,
  by_user uuid not null,
  primary key (tenant_id, session_id, user_id),
  constraint mark_of_session foreign key (tenant_id, session_id) references event_sessions (tenant_id, id),
  constraint mark_of_event foreign key (tenant_id, event_id) references events (tenant_id, id)
);
create index attendance_marks_by_person on attendance_marks (tenant_id, user_id);
create index attendance_marks_by_event on attendance_marks (tenant_id, event_id, user_id);
select make_tenant_table('attendance_marks');

-- Every scan of check-in under the number that its device gave it, so that it counts once. Refused ones are kept.
create table event_scans (
  tenant_id text not null,
  id uuid not null,
  event_id uuid not null,
  session_id uuid,
  -- Whose code it was; null: nobody's.
  user_id uuid,
  result text not null constraint scan_result_is_known check (result in (
    'counted', 'already', 'wrongCode', 'oldCode', 'noSeat', 'otherEvent', 'tooEarly', 'tooLate')),
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  by_user uuid not null,
  primary key (tenant_id, id),
  constraint scan_of_event foreign key (tenant_id, event_id) references events (tenant_id, id),
  constraint scan_of_session foreign key (tenant_id, session_id) references event_sessions (tenant_id, id)
);
create index event_scans_by_event on event_scans (tenant_id, event_id, received_at);
create index event_scans_by_person on event_scans (tenant_id, user_id);
create index event_scans_by_session on event_scans (tenant_id, session_id);
select make_tenant_table('event_scans');

-- What the calendar of a person was last told of a date: one UID, and a sequence that rises with each mail.
create table calendar_entries (
  tenant_id text not null,
  session_id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  sequence integer not null,
  method text not null constraint calendar_method_is_known check (method in ('request', 'cancel')),
  -- Of what the mail said: an entry that says the same is not sent again.
  fingerprint text not null,
  starts_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (tenant_id, session_id, user_id),
  constraint entry_of_session foreign key (tenant_id, session_id) references event_sessions (tenant_id, id),
  constraint entry_of_event foreign key (tenant_id, event_id) references events (tenant_id, id)
);
create index calendar_entries_by_person on calendar_entries (tenant_id, user_id);
create index calendar_entries_by_event on calendar_entries (tenant_id, event_id, user_id);
select make_tenant_table('calendar_entries');

-- Reminders that have gone out. A session that is moved is reminded of again.
create table event_reminders (
  tenant_id text not null,
  session_id uuid not null,
  hours integer not null,
  starts_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (tenant_id, session_id, hours, starts_at),
  constraint reminder_of_session foreign key (tenant_id, session_id) references event_sessions (tenant_id, id)
);
select make_tenant_table('event_reminders');

-- An entry for the recipient's calendar, which goes out with the mail.
alter table mails add column calendar text;
alter table mails add column calendar_method text;
alter table mails add constraint mail_calendar_method_is_known check (calendar_method in ('request', 'cancel')) not valid;
