-- For the readiness check: the schema exists and answers.
create or replace function control.teams_exist() returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.teams)
$$;

grant execute on function control.teams_exist to learnt_app;
