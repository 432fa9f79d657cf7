-- Opens a session. It first updates the membership, so it waits for a transaction that suspends the person or changes
-- the password, and then opens none. `checked`: SHA-256 of the stored hash that the password was compared with.
-- `bound`: the session opens this tenant only; a provider's sign-in never opens another one.
create or replace function control.open_session(
  session_id uuid, token bytea, of_user uuid, in_tenant text, in_team text, proof text, persist boolean,
  agent text, from_address text, moment timestamptz, until timestamptz, checked bytea default null, bound boolean default false
) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.directory d set last_used_at = moment
   where d.user_id = of_user and d.team_id = in_team and d.tenant_id = in_tenant and d.status = 'active';
  if not found then
    raise exception 'no active membership' using errcode = 'insufficient_privilege';
  end if;
  if checked is not null and not exists (
    select from control.credentials c where c.user_id = of_user and sha256(convert_to(c.password_hash, 'UTF8')) = checked
  ) then
    raise exception 'another password' using errcode = 'invalid_password';
  end if;
  insert into control.sessions (id, token_hash, user_id, tenant_id, team_id, proven_by, proven_tenant_id, is_bound, persists, user_agent, address, created_at, last_seen_at, expires_at)
  values (session_id, token, of_user, in_tenant, in_team, proof, in_tenant, bound or proof not in ('password', 'passkey'), persist,
          left(agent, 400), left(from_address, 60), moment, moment, until);
end $$;

grant execute on function control.open_session to learnt_app;
