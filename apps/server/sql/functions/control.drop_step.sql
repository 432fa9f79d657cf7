create or replace function control.drop_step(token bytea) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.sign_in_steps where token_hash = token
$$;

grant execute on function control.drop_step to learnt_app;
