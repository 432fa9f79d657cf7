-- The SQL functions that were applied, with checksum and version.
create or replace function control.functions_done() returns table (name text, checksum text, version text)
language sql stable security definer set search_path = control, pg_temp as $$
  select f.name, f.checksum, f.version from control.functions f
$$;

grant execute on function control.functions_done to learnt_app;
