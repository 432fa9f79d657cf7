create or replace function control.leave_live_process(of_process uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.live_processes where process_id = of_process
$$;

grant execute on function control.leave_live_process to learnt_app, learnt_relay;
