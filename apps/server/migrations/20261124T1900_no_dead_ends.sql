-- Nobody is left before a shut door by what protects the account, nor told of a door that is none.

-- As before, with the sessions that the trigger has just ended for somebody who became superadministrator.
create or replace function control.put_directory(of_user uuid, in_team text, new_status text, new_roles text[], new_username text, moment timestamptz) returns setof uuid
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.teams t where t.id = in_team and t.tenant_id = public.current_tenant()) then
    raise exception 'team % is not of this tenant', in_team using errcode = 'foreign_key_violation';
  end if;
  insert into control.directory (user_id, team_id, tenant_id, status, roles, username, created_at)
  values (of_user, in_team, public.current_tenant(), new_status, new_roles, nullif(new_username, ''), moment)
  on conflict (user_id, team_id) do update
    set status = excluded.status, roles = excluded.roles, username = excluded.username;
  perform control.keep_usernames(array[of_user]);
  if 'superadmin' = any (new_roles) then
    return query select s.id from control.sessions s
      where s.user_id = of_user and s.proven_tenant_id = public.current_tenant() and s.is_bound and s.ended_at = now();
  end if;
  if new_status <> 'active' then
    return query update control.sessions set ended_at = moment
      where user_id = of_user and team_id = in_team and ended_at is null returning id;
  end if;
end $$;

-- As before. What was the person's at an address that they had proved says nothing of the new one, which may be anybody's:
-- the password opens this tenant alone from here on, until another one is set by a mail that goes there.
create or replace function control.move_address(of_user uuid, address text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  wanted text := nullif(lower(address), '');
  former text;
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = public.current_tenant())
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant()) then
    return null;
  end if;
  select u.email into former from control.users u where u.id = of_user for update;
  if former is not distinct from wanted then return null; end if;
  update control.users
     set was_proved = was_proved or is_email_verified, is_email_verified = false, email = wanted, updated_at = moment
   where id = of_user;
  update control.credentials set set_in_tenant = public.current_tenant() where user_id = of_user and set_in_tenant is null;
  return former;
end $$;
-- Whose address was moved until now: the tenant that moved it was the only one that they were in.
update control.credentials c set set_in_tenant = (
    select d.tenant_id from control.directory d where d.user_id = c.user_id order by d.created_at, d.team_id limit 1)
  from control.users u
 where u.id = c.user_id and u.was_proved and not u.is_email_verified and c.set_in_tenant is null;

-- Whether somebody of this tenant would get in as superadministrator: in one of their teams, by a password or a passkey of
-- their own, or by a provider that a superadministrator has set up. A tenant's own provider lets no superadministrator in,
-- and a passkey that was made on its word goes when somebody becomes one. Whoever has neither gets a mail with a link.
create function control.enters_as_superadmin(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (select from control.identities i where i.user_id = of_user and i.tenant_id = public.current_tenant())
     and not exists (select from control.passkeys k where k.user_id = of_user and k.set_in_tenant = public.current_tenant())
      or exists (
        select from control.directory d
        join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
        cross join lateral (select case when t.auth_methods = '{}' then array['password'] else t.auth_methods end as taken) m
        where d.user_id = of_user and d.tenant_id = public.current_tenant() and d.status = 'active'
          and ('password' = any (m.taken) and exists (select from control.credentials c where c.user_id = of_user)
            or 'passkey' = any (m.taken) and exists (select from control.passkeys k where k.user_id = of_user and k.set_in_tenant is null)
            or exists (
              select from control.identities i
              join control.providers p on p.id = i.provider_id and p.is_enabled and p.set_by_superadmin
              where i.user_id = of_user and i.tenant_id = d.tenant_id and control.methods_of_kind(p.kind) && m.taken)))
$$;

-- Whether somebody gets into this team by what they have already, without a link by mail; in one that is not open no link
-- would help. A password that the account does not let in here is none; see list_memberships().
create function control.has_way_in(of_user uuid, to_team text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (
        select from control.teams t join control.tenants n on n.id = t.tenant_id and n.status = 'active'
         where t.id = to_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted' and t.is_active)
      or exists (select from control.identities i where i.user_id = of_user and i.tenant_id = public.current_tenant())
      or exists (
        select from control.teams t
         where t.id = to_team and t.tenant_id = public.current_tenant() and 'passkey' = any (t.auth_methods)
           and exists (select from control.passkeys p where p.user_id = of_user and p.set_in_tenant = t.tenant_id))
      or exists (
        select from control.list_memberships(of_user) m
         where m.team_id = to_team
           and (exists (select from control.credentials c where c.user_id = of_user)
             or 'passkey' = any (m.auth_methods)
                and exists (select from control.passkeys p where p.user_id = of_user and p.set_in_tenant is null)))
$$;

do $$
declare
  made text;
begin
  foreach made in array array['enters_as_superadmin', 'has_way_in'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
