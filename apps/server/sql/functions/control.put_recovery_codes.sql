create or replace function control.put_recovery_codes(of_user uuid, hashes bytea[], moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.recovery_codes where user_id = of_user;
  insert into control.recovery_codes (user_id, code_hash, made_at) select of_user, h, moment from unnest(hashes) h
$$;

grant execute on function control.put_recovery_codes to learnt_app;
