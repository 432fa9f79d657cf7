create or replace function control.note_factor(of_session uuid, of_user uuid, shown text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions set factor = shown where id = of_session and user_id = of_user
$$;

grant execute on function control.note_factor to learnt_app;
