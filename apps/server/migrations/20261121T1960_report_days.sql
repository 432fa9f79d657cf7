-- Reports "as of" a past day. A row of assignments says since which day it has been what it is; the statement that
-- changes it on a later day leaves what it was here. So a day costs one row however often somebody saves on it, and what
-- an assignment was at the end of a day is either the row itself or exactly one row of these.
alter table assignments add column changed_day date not null default '-infinity';

create table assignment_days (
  tenant_id text not null,
  assignment_id uuid not null,
  -- What it was at the end of this day, in the zone that the tenant had then ...
  from_day date not null,
  -- ... and of every day before this one.
  until_day date not null constraint days_follow check (until_day > from_day),
  user_id uuid not null,
  course_id uuid not null,
  is_active boolean not null,
  is_optional boolean not null,
  state text not null,
  progress numeric(5, 2) not null,
  score numeric(5, 2),
  seconds integer not null,
  version_id uuid,
  assigned_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  due_at timestamptz,
  due_day date,
  frozen_at timestamptz,
  last_activity_at timestamptz,
  primary key (tenant_id, assignment_id, from_day)
);
-- Days that lie shortly back are asked for: few rows reach beyond them.
create index assignment_days_by_end on assignment_days (tenant_id, until_day);
select make_tenant_table('assignment_days');

-- Tenants that are there already: what happened before today was not kept.
alter table rollup_marks no force row level security;
insert into rollup_marks (tenant_id, name, folded_at)
select id, 'history', now() from control.tenants on conflict do nothing;
alter table rollup_marks force row level security;

-- Since when the bound tenant is here: from then on all its days were kept, unless `history` says later.
create function control.creation_of_tenant() returns timestamptz
  language sql stable security definer set search_path = control, pg_temp
as $$ select n.created_at from control.tenants n where n.id = public.current_tenant() $$;
revoke all on function control.creation_of_tenant() from public;
grant execute on function control.creation_of_tenant() to learnt_app;
