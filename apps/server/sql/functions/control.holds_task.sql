-- Whether this worker still owns this task. It locks the task until the transaction ends, so that no other worker can
-- take it over meanwhile. The job runner creates its schema later than this function.
create or replace function control.holds_task(task bigint, worker text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from graphile_worker._private_jobs j where j.id = task and j.locked_by = worker for share;
  return found;
end
$$;

grant execute on function control.holds_task to learnt_app;
