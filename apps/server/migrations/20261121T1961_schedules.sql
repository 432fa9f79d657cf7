-- Saved views of reports that are sent by mail, as a link and nothing else, at times in the tenant's time zone.

-- The next moment after one at which a rhythm comes: on its days at a time of day. A time that a clock change leaves out
-- comes an hour later, one that comes twice is taken once; a month without the day has its last one.
create function public.next_run(rhythm text, weekdays smallint[], month_day integer, day_time time, zone text, after timestamptz) returns timestamptz
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
revoke all on function public.next_run(text, smallint[], integer, time, text, timestamptz) from public;
grant execute on function public.next_run(text, smallint[], integer, time, text, timestamptz) to learnt_app;

create table schedules (
  tenant_id text not null,
  id uuid not null,
  owner_id uuid not null,
  -- The team in which the owner made it: the membership whose rights it has.
  team_id text not null,
  view_id uuid not null,
  rhythm text not null constraint rhythm_is_known check (rhythm in ('daily', 'weekly', 'monthly')),
  -- 1 is Monday.
  weekdays smallint[] not null default '{}' constraint weekdays_are_days check (weekdays <@ '{1,2,3,4,5,6,7}'),
  month_day smallint not null default 1 constraint month_day_is_day check (month_day between 1 and 31),
  day_time time not null,
  -- In which next_at was worked out; a tenant that changes its own is followed.
  zone text not null,
  -- Of the moment of opening, or of the end of the day before the mail.
  shows text not null constraint shows_is_known check (shows in ('now', 'dayBefore')),
  is_active boolean not null default true,
  -- Why nobody but the owner can set it going again.
  stopped_reason text constraint stopped_reason_is_known check (stopped_reason in ('owner')),
  next_at timestamptz not null,
  last_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint scheduled_view foreign key (tenant_id, view_id) references saved_views (tenant_id, id)
);
create index schedules_by_owner on schedules (tenant_id, owner_id);
create index schedules_by_view on schedules (tenant_id, view_id);
create index schedules_by_next on schedules (next_at) where is_active;
select make_tenant_table('schedules', true, '{select}');

create table schedule_receivers (
  tenant_id text not null,
  schedule_id uuid not null,
  user_id uuid not null,
  -- Set by the person themself: stays so whatever the owner does.
  stopped_at timestamptz,
  primary key (tenant_id, schedule_id, user_id),
  constraint receiver_of_schedule foreign key (tenant_id, schedule_id) references schedules (tenant_id, id) on delete cascade
);
create index schedule_receivers_by_person on schedule_receivers (tenant_id, user_id);
select make_tenant_table('schedule_receivers');

-- What was sent when: the key is what makes an occurrence happen once.
create table schedule_runs (
  tenant_id text not null,
  schedule_id uuid not null,
  due_at timestamptz not null,
  sent_at timestamptz not null,
  mails integer not null,
  primary key (tenant_id, schedule_id, due_at),
  constraint run_of_schedule foreign key (tenant_id, schedule_id) references schedules (tenant_id, id) on delete cascade
);
select make_tenant_table('schedule_runs');
