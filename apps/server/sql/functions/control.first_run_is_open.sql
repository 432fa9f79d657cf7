-- First run: a link is open while it is unused and nobody is superadministrator yet.
create or replace function control.first_run_is_open(code bytea) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.first_run_links l where l.code_hash = code and l.used_at is null)
     and not exists (select from control.directory d where 'superadmin' = any (d.roles))
$$;

grant execute on function control.first_run_is_open to learnt_app;
