create or replace function control.note_proof(of_session uuid, of_user uuid, moment timestamptz, shown text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions set proved_at = moment, proved_by = shown where id = of_session and user_id = of_user
$$;

grant execute on function control.note_proof to learnt_app;
