create or replace function control.use_recovery_code(of_user uuid, code bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.recovery_codes set used_at = moment where user_id = of_user and code_hash = code and used_at is null;
  return found;
end $$;

grant execute on function control.use_recovery_code to learnt_app;
