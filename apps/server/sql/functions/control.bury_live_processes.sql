-- Returns each dead process to one caller only, which cleans up after it.
create or replace function control.bury_live_processes(quiet interval) returns setof uuid
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.live_processes p
   where p.process_id in (
     select d.process_id from control.live_processes d where d.seen_at < clock_timestamp() - quiet for update skip locked)
  returning p.process_id
$$;

grant execute on function control.bury_live_processes to learnt_relay;
