-- What people put into their own calendar. Nobody else reads it.
create table personal_entries (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  title text not null constraint personal_entry_has_title check (length(title) between 1 and 200),
  description text not null default '' constraint personal_entry_description_fits check (length(description) <= 2000),
  place text not null default '' constraint personal_entry_place_fits check (length(place) <= 200),
  -- Where the times were set, or the days begin and end.
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- For an entry without a time of day, the last day with it.
  first_day date,
  last_day date,
  revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint personal_entry_ends_after_it_starts check (ends_at >= starts_at),
  constraint personal_entry_has_both_days check ((first_day is null) = (last_day is null) and last_day >= first_day)
);
create index personal_entries_by_person on personal_entries (tenant_id, user_id, starts_at);
select make_tenant_table('personal_entries');

-- The address by which other calendars read a person's: of the token in it only the SHA-256 is kept.
create table calendar_feeds (
  tenant_id text not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, user_id),
  constraint calendar_feed_opens_one_calendar unique (tenant_id, token_hash)
);
select make_tenant_table('calendar_feeds');
