-- A process that may not migrate asks whether somebody has: it must not serve on a schema that lacks what it relies on.
create or replace function control.migrations_done() returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select m.name from control.migrations m where m.finished order by m.name
$$;

grant execute on function control.migrations_done to learnt_app;
