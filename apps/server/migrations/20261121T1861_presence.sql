-- Who is there, as the live sockets say it. One row for each person of a tenant; whoever is not there has a row that says
-- so and nothing else.
create table presence (
  tenant_id text not null,
  user_id uuid not null,
  state text not null constraint presence_state_is_known check (state in ('online', 'offline')),
  current_team text,
  current_feature text,
  first_name text,
  last_name text,
  avatar text,
  -- Id of the membership.
  current_user_team text,
  device_type text,
  mobile_vendor text,
  mobile_model text,
  browser_name text,
  browser_version text,
  os_name text,
  os_version text,
  -- The server process that has the person's socket.
  process_id uuid,
  last_changed timestamptz not null,
  primary key (tenant_id, user_id),
  constraint offline_says_nothing_else check (
    state = 'online'
    or num_nonnulls(current_team, current_feature, first_name, last_name, avatar, current_user_team, device_type, mobile_vendor,
                    mobile_model, browser_name, browser_version, os_name, os_version, process_id) = 0)
);
create index presence_by_process on presence (tenant_id, process_id) where process_id is not null;
select make_tenant_table('presence', relay => true, relay_rights => array['select', 'update']);

-- Processes that have sockets, by their own word: what a dead one said of its people is taken back by another.
create table control.live_processes (
  process_id uuid primary key,
  seen_at timestamptz not null default now()
);
revoke all on control.live_processes from public;

create function control.beat_live_process(of_process uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.live_processes (process_id, seen_at) values (of_process, clock_timestamp())
  on conflict (process_id) do update set seen_at = excluded.seen_at
$$;

-- Each dead one is one caller's to clean up after.
create function control.bury_live_processes(quiet interval) returns setof uuid
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.live_processes p
   where p.process_id in (
     select d.process_id from control.live_processes d where d.seen_at < clock_timestamp() - quiet for update skip locked)
  returning p.process_id
$$;

create function control.leave_live_process(of_process uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.live_processes where process_id = of_process
$$;

revoke all on function control.beat_live_process(uuid), control.bury_live_processes(interval),
  control.leave_live_process(uuid) from public;
grant execute on function control.beat_live_process(uuid), control.leave_live_process(uuid) to learnt_app;
grant execute on function control.bury_live_processes(interval), control.leave_live_process(uuid) to learnt_relay;
