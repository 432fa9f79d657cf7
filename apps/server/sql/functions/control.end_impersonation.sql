create or replace function control.end_impersonation(of_session uuid, of_acting uuid) returns boolean
language sql volatile security definer set search_path = control, pg_temp as $$
  with changed as (
    update control.sessions
       set acting_id = null, acting_user_id = null, acting_team_id = null, acting_until = null, acting_writes = false
     where id = of_session and acting_id = of_acting and ended_at is null
    returning 1
  ) select exists (select from changed)
$$;

grant execute on function control.end_impersonation to learnt_app;
