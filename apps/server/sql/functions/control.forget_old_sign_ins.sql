-- Deletes old counts of failures, sessions that ended a month ago, and devices that were not seen for half a year.
create or replace function control.forget_old_sign_ins(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.sign_in_failures where last_at < moment - interval '1 day';
  delete from control.sessions where least(ended_at, expires_at) < moment - interval '30 days';
  delete from control.known_devices where last_used_at < moment - interval '180 days';
$$;

grant execute on function control.forget_old_sign_ins to learnt_app;
