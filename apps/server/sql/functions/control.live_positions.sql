create or replace function control.live_positions() returns table (last bigint, forgotten bigint)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.last, p.forgotten from control.live_position p
$$;

grant execute on function control.live_positions to learnt_app;
