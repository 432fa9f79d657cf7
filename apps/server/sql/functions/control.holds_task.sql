-- Whether this worker still has this task; the lock on it is kept until the asking transaction ends, so that nobody can
-- take the task over in between. The runner's schema is made by the runner, after this.
create or replace function control.holds_task(task bigint, worker text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from graphile_worker._private_jobs j where j.id = task and j.locked_by = worker for share;
  return found;
end
$$;

grant execute on function control.holds_task to learnt_app;
