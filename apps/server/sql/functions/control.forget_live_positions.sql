create or replace function control.forget_live_positions(up_to bigint) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.live_position set forgotten = greatest(forgotten, up_to)
$$;

grant execute on function control.forget_live_positions to learnt_relay;
