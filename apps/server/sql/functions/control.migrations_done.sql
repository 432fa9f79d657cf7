-- The migrations that were applied. A process that may not migrate checks this before it serves.
create or replace function control.migrations_done() returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select m.name from control.migrations m where m.finished order by m.name
$$;

grant execute on function control.migrations_done to learnt_app;
