-- Impersonation: an administrator acts as somebody else of the tenant. The session stays the administrator's own, with its
-- team; beside it stands whose membership it acts with, so that going back is forgetting that, and signing out ends both.

alter table control.sessions add column acting_id uuid;
alter table control.sessions add column acting_user_id uuid;
alter table control.sessions add column acting_team_id text;
alter table control.sessions add column acting_writes boolean not null default false;
alter table control.sessions add column acting_until timestamptz;

-- Who acted as whom, when and why. Kept: the person acted for may read it.
create table impersonation_sessions (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  team_id text not null,
  impersonated_user_id uuid not null,
  impersonated_name text not null,
  impersonated_email text not null default '',
  impersonated_team_id text not null,
  reason text not null,
  status text not null default 'active' constraint impersonation_status_is_known check (status in ('active', 'inactive')),
  -- When writing was allowed; null: it was looked only.
  wrote_from timestamptz,
  created_at timestamptz not null default now(),
  -- When it ends by itself.
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index impersonation_sessions_by_person on impersonation_sessions (tenant_id, impersonated_user_id, created_at desc, id);
create index impersonation_sessions_by_expiry on impersonation_sessions (tenant_id, expires_at) where status = 'active';
select make_tenant_table('impersonation_sessions');
revoke delete, truncate on impersonation_sessions from learnt_app;

alter type control.session_view add attribute acting_id uuid;
alter type control.session_view add attribute impersonator_id uuid;
alter type control.session_view add attribute impersonator_team_id text;
alter type control.session_view add attribute acting_writes boolean;
alter type control.session_view add attribute acting_until timestamptz;

create function control.role_rank(roles text[]) returns integer
language sql immutable security definer set search_path = control, pg_temp as $$
  select case when 'superadmin' = any (roles) then 4 when 'admin' = any (roles) then 3 when 'manager' = any (roles) then 2 else 1 end
$$;

-- Whether whoever holds the session may still act as the person it names: asked again on every request.
create function control.may_act(session control.sessions, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select session.acting_until > moment and exists (
    select from control.directory own
    join control.directory other on other.user_id = session.acting_user_id and other.team_id = session.acting_team_id
      and other.tenant_id = own.tenant_id and other.status = 'active' and other.user_id <> own.user_id
    join control.teams t on t.id = other.team_id and t.status <> 'deleted' and t.is_active
    where own.user_id = session.user_id and own.team_id = session.team_id and own.tenant_id = session.tenant_id
      and own.status = 'active' and own.roles && array['admin', 'superadmin']
      and control.role_rank(other.roles) <= control.role_rank(own.roles)
      and (other.team_id = own.team_id or own.team_id = own.tenant_id or 'superadmin' = any (own.roles)))
$$;

-- The session of a token, if it is open; membership, team and tenant as they are now, so that a change holds at once.
-- `used`: the person did something, as opposed to a page that asks by itself. Whoever acts as somebody else is answered as
-- that person. When the right to it is gone the session ends, and says so once: `actingOver`. To go on as oneself could
-- do in one's own name what was meant in the other's.
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
          null, null, null, null, null)::control.session_view as view,
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
    if not coalesce(control.may_act(own, moment), false) then
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
  -- Once a minute is enough for "last seen", and keeps reading free of writes; where the tenant watches, each use counts
  -- to within a few seconds. Where it does not, everything is use: watching may begin at any time. Nobody is seen who is
  -- only acted for.
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

-- True when this session has begun to act, once: never while it acts already.
create function control.begin_impersonation(
  of_session uuid, of_user uuid, new_id uuid, as_user uuid, as_team text, until timestamptz, moment timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  acting control.sessions;
begin
  update control.sessions
     set acting_id = new_id, acting_user_id = as_user, acting_team_id = as_team, acting_until = until, acting_writes = false
   where id = of_session and user_id = of_user and tenant_id = public.current_tenant() and ended_at is null and acting_id is null
   returning * into acting;
  if not found then return false; end if;
  if not coalesce(control.may_act(acting, moment), false) then
    raise exception 'may not act as this person' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;

create function control.allow_acting_writes(of_session uuid, of_acting uuid) returns boolean
language sql volatile security definer set search_path = control, pg_temp as $$
  with changed as (
    update control.sessions s set acting_writes = true from control.tenants n
     where s.id = of_session and s.acting_id = of_acting and s.ended_at is null
       and n.id = s.tenant_id and n.settings -> 'impersonationMayWrite' = 'true'::jsonb
    returning 1
  ) select exists (select from changed)
$$;

create function control.end_impersonation(of_session uuid, of_acting uuid) returns boolean
language sql volatile security definer set search_path = control, pg_temp as $$
  with changed as (
    update control.sessions
       set acting_id = null, acting_user_id = null, acting_team_id = null, acting_until = null, acting_writes = false
     where id = of_session and acting_id = of_acting and ended_at is null
    returning 1
  ) select exists (select from changed)
$$;

-- Of these, the ones that a session still acts by, for whoever tidies up the list.
create function control.open_impersonations(ids uuid[], moment timestamptz) returns setof uuid
language sql stable security definer set search_path = control, pg_temp as $$
  select s.acting_id from control.sessions s
  where s.acting_id = any (ids) and s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
    and control.may_act(s, moment)
$$;

-- Whether the session that a launch came from is open: with it ends the right to go on. What was launched for somebody
-- else also ends with acting as them.
create function control.launch_is_open(of_session uuid, of_user uuid, of_acting uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s join control.tenants n on n.id = s.tenant_id
    where s.id = of_session and s.ended_at is null and s.expires_at > moment
      and coalesce(coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings) >= moment, true)
      and case when of_acting is null then s.user_id = of_user
          else s.acting_id = of_acting and s.acting_user_id = of_user and control.may_act(s, moment) end)
$$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'role_rank', 'may_act', 'begin_impersonation', 'allow_acting_writes', 'end_impersonation', 'open_impersonations', 'launch_is_open'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
