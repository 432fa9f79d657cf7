create or replace function control.forget_right_changes(before timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.right_changes where at < before
$$;

grant execute on function control.forget_right_changes to learnt_relay;
