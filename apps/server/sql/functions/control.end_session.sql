create or replace function control.end_session(session_id uuid, of_user uuid, moment timestamptz) returns boolean
language sql volatile security definer set search_path = control, pg_temp as $$
  with ended as (
    update control.sessions set ended_at = moment where id = session_id and user_id = of_user and ended_at is null returning 1
  ) select exists (select from ended)
$$;

grant execute on function control.end_session to learnt_app;
