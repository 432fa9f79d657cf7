-- What is the person's and no single membership's goes by all that they are: whoever adds people to a team could add anybody.

-- A tenant's administrator may give a first password to whom they have just made, and to nobody else: not to somebody who
-- was invited, has other ways of signing in, or is more in another team.
create or replace function control.set_first_password(of_user uuid, hash text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.credentials c where c.user_id = of_user)
     or exists (select from control.identities i where i.user_id = of_user)
     or exists (select from control.passkeys k where k.user_id = of_user)
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant())
     or (select count(*) from control.directory d where d.user_id = of_user) > 1 then
    return false;
  end if;
  perform control.set_password(of_user, hash, moment);
  update control.credentials set set_in_tenant = public.current_tenant() where user_id = of_user;
  return true;
end $$;

-- Whether the person is somebody in another tenant as well: has been there, and it still exists. A membership that an
-- administrator there has only made takes nothing from the tenant in which the person is.
create or replace function control.belongs_elsewhere(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d join control.tenants n on n.id = d.tenant_id and n.status <> 'deleted'
     where d.user_id = of_user and d.tenant_id <> public.current_tenant() and d.last_used_at is not null)
$$;

-- Whether another tenant has made the person a member, whatever came of it: their account is not one tenant's to change.
create function control.is_known_elsewhere(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant())
$$;

-- Whether the person has ever entered the bound tenant.
create function control.has_been_here(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d
     where d.user_id = of_user and d.tenant_id = public.current_tenant() and d.last_used_at is not null)
$$;

-- Whether whoever holds the session may still act as the person it names: asked again on every request. What the person is
-- in other teams of the tenant counts too: acting shows what is theirs in all of it.
create or replace function control.may_act(session control.sessions, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select session.acting_until > moment and exists (
    select from control.directory own
    join control.directory other on other.user_id = session.acting_user_id and other.team_id = session.acting_team_id
      and other.tenant_id = own.tenant_id and other.status = 'active' and other.user_id <> own.user_id
    join control.teams t on t.id = other.team_id and t.status <> 'deleted' and t.is_active
    where own.user_id = session.user_id and own.team_id = session.team_id and own.tenant_id = session.tenant_id
      and own.status = 'active' and own.roles && array['admin', 'superadmin']
      and not exists (
        select from control.directory one
         where one.user_id = other.user_id and one.tenant_id = own.tenant_id
           and control.role_rank(one.roles) > control.role_rank(own.roles))
      and (other.team_id = own.team_id or own.team_id = own.tenant_id or 'superadmin' = any (own.roles)))
$$;

drop function control.list_sessions(uuid, timestamptz);

-- The newest of the person's open sessions, to be shown; of one tenant where it is named. The tenant says where its browsers
-- are told when it ends.
create function control.list_sessions(of_user uuid, moment timestamptz, in_tenant text default null)
returns table (id uuid, tenant_id text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, user_agent text,
               address text, proven_by text, factor text)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.id, s.tenant_id, s.created_at, s.last_seen_at, s.expires_at, s.user_agent, s.address, s.proven_by, s.factor
  from control.sessions s join control.tenants n on n.id = s.tenant_id
  where s.user_id = of_user and s.ended_at is null and s.expires_at > moment and s.tenant_id = coalesce(in_tenant, s.tenant_id)
    and coalesce(coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings) >= moment, true)
  order by s.last_seen_at desc limit 200
$$;

-- Tenants in which the person has open sessions, however many.
create function control.tenants_of_sessions(of_user uuid, moment timestamptz) returns table (tenant_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select distinct s.tenant_id from control.sessions s
   where s.user_id = of_user and s.ended_at is null and s.expires_at > moment
$$;

-- Ends all of the person's sessions in the bound tenant but the one named. Answers those.
create function control.end_sessions_of(of_user uuid, kept_session uuid, moment timestamptz) returns table (id uuid)
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions s set ended_at = moment
   where s.user_id = of_user and s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
     and s.id is distinct from kept_session
  returning s.id
$$;

do $$
declare
  made text;
begin
  foreach made in array array['is_known_elsewhere', 'has_been_here', 'list_sessions', 'tenants_of_sessions', 'end_sessions_of'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
