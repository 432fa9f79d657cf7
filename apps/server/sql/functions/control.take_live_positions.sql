-- Locked until the caller commits, so that nobody sees a position before all earlier ones are committed.
create or replace function control.take_live_positions(count integer) returns bigint
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.live_position set last = last + count returning last
$$;

grant execute on function control.take_live_positions to learnt_relay;
