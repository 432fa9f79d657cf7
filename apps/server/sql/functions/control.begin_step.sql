create or replace function control.begin_step(
  token bytea, device bytea, of_user uuid, at_team text, in_tenant text, in_team text, shown jsonb, moment timestamptz, until timestamptz
) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.sign_in_steps (token_hash, device_hash, user_id, page_team_id, tenant_id, team_id, proof, created_at, expires_at)
  values (token, device, of_user, at_team, in_tenant, in_team, shown, moment, until)
$$;

grant execute on function control.begin_step to learnt_app;
