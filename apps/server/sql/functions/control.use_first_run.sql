create or replace function control.use_first_run(code bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.directory d where 'superadmin' = any (d.roles)) then return false; end if;
  update control.first_run_links set used_at = moment where code_hash = code and used_at is null;
  return found;
end $$;

grant execute on function control.use_first_run to learnt_app;
