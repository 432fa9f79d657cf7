-- Returns the open session of a token with the present membership, team and tenant, so that a change applies at once.
-- `used`: the person did something; false when a page polls. For an impersonation it returns the person acted as. When
-- the right to act is lost, the session ends and this returns `actingOver` once; continuing as the administrator could
-- do in their name what was meant for the other. `owes_factor` is null when no second factor is required. `idle_at` is
-- null when the tenant has no idle limit.
create or replace function control.check_session(token bytea, moment timestamptz, used boolean default false) returns setof control.session_view
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  hit record;
  found_session control.session_view;
  own control.sessions;
begin
  select (s.id, s.user_id, s.tenant_id, s.team_id, d.status, d.roles, n.status,
          case when t.is_active then t.status else 'inactive' end,
          u.email, s.proven_by, s.proven_tenant_id, s.persists, s.created_at, s.last_seen_at, s.expires_at,
          null, null, null, null, null, control.owes_factor(s, d.roles, n.settings),
          coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings))::control.session_view as view,
         coalesce(s.last_used_at, s.created_at) as last_use, control.idle_limit(n.settings) as allowed,
         s.acting_id, n.settings -> 'impersonationMayWrite' = 'true'::jsonb as may_write
    into hit
    from control.sessions s
    join control.users u on u.id = s.user_id
    join control.directory d on d.user_id = s.user_id and d.team_id = s.team_id and d.tenant_id = s.tenant_id
    join control.teams t on t.id = s.team_id
    join control.tenants n on n.id = s.tenant_id
   where s.token_hash = token and s.ended_at is null and s.expires_at > moment;
  if not found then return; end if;
  found_session := hit.view;
  if hit.last_use + hit.allowed < moment then
    update control.sessions set ended_at = moment where id = found_session.id and ended_at is null;
    return;
  end if;
  if hit.acting_id is not null then
    select s.* into own from control.sessions s where s.id = found_session.id;
    found_session.acting_id := own.acting_id;
    found_session.impersonator_id := own.user_id;
    found_session.impersonator_team_id := own.team_id;
    -- An administrator who owes a second factor may not act as another person; they sign in again and show it.
    if found_session.owes_factor or not coalesce(control.may_act(own, moment), false) then
      update control.sessions set ended_at = moment where id = own.id and ended_at is null;
      found_session.status := 'actingOver';
      return next found_session;
      return;
    end if;
    found_session.acting_writes := own.acting_writes and coalesce(hit.may_write, false);
    found_session.acting_until := own.acting_until;
    select d.user_id, d.team_id, d.status, d.roles, u.email
      into found_session.user_id, found_session.team_id, found_session.status, found_session.roles, found_session.email
      from control.directory d join control.users u on u.id = d.user_id
     where d.user_id = own.acting_user_id and d.team_id = own.acting_team_id;
  end if;
  -- "Last seen" is written once a minute, so that most reads write nothing. With an idle limit, use is written every ten
  -- seconds. Without one, every request counts as use, because the tenant may set a limit at any time. The person acted
  -- as is not marked as seen.
  if found_session.last_seen_at < moment - interval '1 minute'
     or (used and hit.allowed is not null and hit.last_use < moment - interval '10 seconds') then
    update control.sessions
       set last_seen_at = moment, last_used_at = case when used or hit.allowed is null then moment else last_used_at end
     where id = found_session.id;
    update control.directory d set last_used_at = moment
      from control.sessions s where s.id = found_session.id and d.user_id = s.user_id and d.team_id = s.team_id;
  end if;
  return next found_session;
end $$;

grant execute on function control.check_session to learnt_app;
