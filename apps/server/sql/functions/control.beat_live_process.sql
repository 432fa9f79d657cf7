create or replace function control.beat_live_process(of_process uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.live_processes (process_id, seen_at) values (of_process, clock_timestamp())
  on conflict (process_id) do update set seen_at = excluded.seen_at
$$;

grant execute on function control.beat_live_process to learnt_app;
