-- Changes get their place in one row that their one teller locks, so that places become visible in their order: what
-- committed late comes later. And whoever works on a task can ask whether the task is still its own.

create table control.live_position (
  is_only boolean primary key default true constraint there_is_one check (is_only),
  -- Place of the last change that was told, and of the last that was thrown away since.
  last bigint not null default 0,
  forgotten bigint not null default 0
);
insert into control.live_position default values;

-- Held until the teller commits: a second one waits, so nobody sees a place before all earlier ones are there.
create function control.take_live_positions(count integer) returns bigint
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.live_position set last = last + count returning last
$$;

create function control.forget_live_positions(up_to bigint) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.live_position set forgotten = greatest(forgotten, up_to)
$$;

create function control.live_positions() returns table (last bigint, forgotten bigint)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.last, p.forgotten from control.live_position p
$$;

revoke all on control.live_position from public;
revoke all on function control.take_live_positions(integer), control.forget_live_positions(bigint),
  control.live_positions() from public;
grant execute on function control.take_live_positions(integer), control.forget_live_positions(bigint) to learnt_relay;
grant execute on function control.live_positions() to learnt_app;

-- Whether this worker still has this task; the lock on it is kept until the asking transaction ends, so that nobody can
-- take the task over in between. The runner's schema is made by the runner, after this.
create function control.holds_task(task bigint, worker text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from graphile_worker._private_jobs j where j.id = task and j.locked_by = worker for share;
  return found;
end
$$;
revoke all on function control.holds_task(bigint, text) from public;
grant execute on function control.holds_task(bigint, text) to learnt_app;
