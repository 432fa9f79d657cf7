-- The open step of this token on this device. A password set after it began ends it, because the old password may have
-- been shown.
create or replace function control.find_step(token bytea, device bytea, moment timestamptz)
returns table (user_id uuid, page_team_id text, tenant_id text, team_id text, proof jsonb, tries integer, expires_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.user_id, s.page_team_id, s.tenant_id, s.team_id, s.proof, s.tries, s.expires_at
  from control.sign_in_steps s
  where s.token_hash = token and s.device_hash = device and s.used_at is null and s.expires_at > moment
    and not exists (select from control.credentials c where c.user_id = s.user_id and c.changed_at > s.created_at)
$$;

grant execute on function control.find_step to learnt_app;
