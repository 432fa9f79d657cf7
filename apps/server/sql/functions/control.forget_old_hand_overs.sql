create or replace function control.forget_old_hand_overs(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.hand_overs where expires_at < moment - interval '1 hour'
$$;

grant execute on function control.forget_old_hand_overs to learnt_app;
