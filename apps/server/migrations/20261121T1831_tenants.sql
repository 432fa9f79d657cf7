-- Tenants and their teams from the pages of superadministrators: settings, suspending, deleting with time to undo it.

alter table control.tenants drop constraint tenants_status_check;
-- `removing`: the thirty days are over and its rows and files are going; nothing brings it back.
alter table control.tenants add constraint tenant_status_is_known
  check (status in ('active', 'suspended', 'deleted', 'removing')) not valid;
alter table control.tenants add column suspended_at timestamptz;
alter table control.tenants add column deleted_at timestamptz;
-- What it was before it was deleted, and in which tenant's audit log that stands.
alter table control.tenants add column status_before text;
alter table control.tenants add column deleted_in text;

-- What the browser remembers unless that tenant is deleted, the exact host, the first label of a sub-domain of a primary
-- domain (null: the host is none), the fallback; where that does not exist and there is one tenant only, its default team.
create or replace function control.find_team(host text, label text, hinted_team text, hinted_tenant text, fallback text)
returns setof control.team_view
language sql stable security definer set search_path = control, pg_temp as $$
  with candidates as (
    select 0 as rank, t.id from control.teams t join control.tenants n on n.id = t.tenant_id and n.status in ('active', 'suspended')
     where t.id = hinted_team and (hinted_tenant is null or t.tenant_id = hinted_tenant)
    union all select 1, h.team_id from control.team_hosts h where h.host = find_team.host
    union all select 2, t.id from control.teams t where t.id = label
    union all select 3, t.id from control.teams t where t.id = fallback
    union all select 4, t.id from control.teams t where t.is_default and (select count(*) from control.tenants) = 1
  )
  select v.* from candidates c cross join lateral control.view_of_team(c.id) v order by c.rank, v.id limit 1
$$;

-- All active memberships of a person; teams with status deleted are left out, and suspended tenants, where only
-- superadministrators may still look. Whoever registered with an address that is not proved yet may be anybody: what
-- others gave to that address is not theirs until it is.
create or replace function control.list_memberships(of_user uuid)
returns table (user_id uuid, tenant_id text, team_id text, display_name text, tenant_name text, main_domain text, theme jsonb,
               auth_methods text[], tenant_settings jsonb, roles text[], is_default boolean, last_used_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.user_id, d.tenant_id, d.team_id, t.display_name, n.name, t.main_domain, t.theme, t.auth_methods, n.settings, d.roles,
         d.is_default, d.last_used_at, d.created_at
  from control.directory d
  join control.users u on u.id = d.user_id
  join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = d.tenant_id
   and (n.status = 'active' or n.status = 'suspended' and 'superadmin' = any (d.roles))
  where d.user_id = of_user and d.status = 'active'
    and (u.is_email_verified or d.self_registered
         or not exists (select from control.directory own where own.user_id = of_user and own.self_registered))
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, d.team_id
$$;

-- Why a tenant is closed, for its closed page.
create function control.reason_of_suspension(of_tenant text) returns text
language sql stable security definer set search_path = control, pg_temp as $$
  select n.suspended_reason from control.tenants n where n.id = of_tenant
$$;

drop function control.list_tenants();
-- For superadministrators: the callers prove the role before they ask.
create function control.list_tenants()
returns table (id text, name text, status text, suspended_reason text, deleted_at timestamptz, created_at timestamptz, people bigint, teams jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.name, n.status, n.suspended_reason, n.deleted_at, n.created_at,
         (select count(distinct d.user_id) from control.directory d where d.tenant_id = n.id),
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'displayName', t.display_name,
                     'hosts', coalesce((select jsonb_agg(h.host order by h.host) from control.team_hosts h where h.team_id = t.id), '[]')) order by t.id)
                   from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]')
  from control.tenants n order by n.id
$$;

create function control.find_tenant(wanted text)
returns table (id text, name text, status text, suspended_reason text, suspended_at timestamptz, deleted_at timestamptz,
               created_at timestamptz, settings jsonb, people bigint, teams jsonb, domains jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.name, n.status, n.suspended_reason, n.suspended_at, n.deleted_at, n.created_at, n.settings,
         (select count(distinct d.user_id) from control.directory d where d.tenant_id = n.id),
         coalesce((
           select jsonb_agg(jsonb_build_object(
             'id', t.id, 'displayName', t.display_name, 'supportEmail', t.support_email, 'mainDomain', t.main_domain,
             'domain', coalesce((select jsonb_agg(h.host order by h.host) from control.team_hosts h where h.team_id = t.id), '[]'),
             'isDefault', t.is_default, 'isActive', t.is_active, 'theme', t.theme, 'registrationTags', t.registration_tags,
             'authProviders', t.auth_providers, 'authMethods', t.auth_methods,
             'termsAndConditionsUrl', t.terms_and_conditions_url, 'feedHeadings', t.feed_headings,
             'hasNavigation', t.side_navigation is not null,
             'people', (select count(*) from control.directory d where d.team_id = t.id)
           ) order by t.id <> n.id, t.id)
           from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]'),
         coalesce((
           select jsonb_agg(jsonb_build_object('domain', d.domain, 'token', d.token, 'verifiedAt', d.verified_at,
             'verifiedBy', d.verified_by, 'checkedAt', d.checked_at) order by d.domain)
           from control.tenant_domains d where d.tenant_id = n.id), '[]')
  from control.tenants n where n.id = wanted
$$;

create function control.rename_tenant(new_name text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.tenants set name = new_name, updated_at = moment where id = public.current_tenant()
$$;

-- Each of the next four is true for the one caller that brought it about.
create function control.suspend_tenant(reason text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants set status = 'suspended', suspended_reason = reason, suspended_at = moment, updated_at = moment
   where id = public.current_tenant() and status = 'active';
  return found;
end $$;

create function control.resume_tenant(moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants set status = 'active', suspended_reason = '', suspended_at = null, updated_at = moment
   where id = public.current_tenant() and status = 'suspended';
  return found;
end $$;

create function control.delete_tenant(trail text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants
     set status_before = status, status = 'deleted', deleted_at = moment, deleted_in = trail, updated_at = moment
   where id = public.current_tenant() and status in ('active', 'suspended');
  return found;
end $$;

create function control.restore_deleted_tenant(moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants
     set status = coalesce(status_before, 'suspended'), status_before = null, deleted_at = null, deleted_in = null, updated_at = moment
   where id = public.current_tenant() and status = 'deleted' and deleted_at > moment - interval '30 days';
  return found;
end $$;

-- Ends the sessions in the bound tenant, or in one team of it; `spared`: those of superadministrators go on.
create function control.end_sessions_here(in_team text, spared boolean, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  return query update control.sessions s set ended_at = moment
    where s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
      and (in_team is null or s.team_id = in_team or s.acting_team_id = in_team)
      and not (spared and exists (
        select from control.directory d
        where d.user_id = s.user_id and d.team_id = s.team_id and d.status = 'active' and 'superadmin' = any (d.roles)))
    returning s.id, s.user_id;
end $$;

-- Of these host names those that lead to another team already.
create function control.hosts_taken(hosts text[], by_others_than text) returns table (host text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select h.host, h.team_id from control.team_hosts h where h.host = any (hosts) and h.team_id is distinct from by_others_than
$$;

create function control.team_exists(wanted text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.teams t where t.id = wanted)
$$;

create function control.create_team(new_id text, name text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  -- The id of a tenant is that of its own team, also of one that has none yet.
  if exists (select from control.tenants n where n.id = new_id and n.id <> public.current_tenant()) then return false; end if;
  insert into control.teams (id, tenant_id, display_name, created_at, updated_at)
  values (new_id, public.current_tenant(), name, moment, moment)
  on conflict (id) do nothing;
  return found;
end $$;

-- Every field that superadministrators set on the team's own form; what is left out stays. A host name that is taken is a
-- violation of team_hosts_pkey.
create function control.set_team(of_team text, change jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams t
     set display_name = coalesce(change ->> 'displayName', t.display_name),
         support_email = coalesce(change ->> 'supportEmail', t.support_email),
         main_domain = coalesce(change ->> 'mainDomain', t.main_domain),
         is_default = coalesce((change ->> 'isDefault')::boolean, t.is_default),
         is_active = coalesce((change ->> 'isActive')::boolean, t.is_active),
         terms_and_conditions_url = coalesce(change ->> 'termsAndConditionsUrl', t.terms_and_conditions_url),
         registration_tags = case when change ? 'registrationTags'
           then array(select jsonb_array_elements_text(change -> 'registrationTags')) else t.registration_tags end,
         feed_headings = coalesce(change -> 'feedHeadings', t.feed_headings),
         updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted';
  if not found then return false; end if;
  if (change ->> 'isDefault')::boolean then
    update control.teams set is_default = false, updated_at = moment
     where tenant_id = public.current_tenant() and id <> of_team and is_default;
  end if;
  if change ? 'domain' then
    delete from control.team_hosts where team_id = of_team and not change -> 'domain' ? host;
    insert into control.team_hosts (host, team_id)
    select x, of_team from jsonb_array_elements_text(change -> 'domain') x
     where not exists (select from control.team_hosts h where h.host = x and h.team_id = of_team);
  end if;
  return true;
end $$;

-- Its host names are free again; the people keep what they did, in the tenant's records.
create function control.delete_team(of_team text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams set status = 'deleted', is_active = false, main_domain = '', updated_at = moment
   where id = of_team and tenant_id = public.current_tenant() and status <> 'deleted' and not is_default;
  if not found then return false; end if;
  delete from control.team_hosts where team_id = of_team;
  return true;
end $$;

create function control.add_domain(new_domain text, new_token text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.tenant_domains (tenant_id, domain, token, created_at)
  values (public.current_tenant(), new_domain, new_token, moment) on conflict (tenant_id, domain) do nothing;
  return found;
end $$;

-- A domain that another tenant has shown to be its own is a violation of domain_of_one_tenant. `proof` null: it was looked
-- for and not found, which takes nothing away.
create function control.note_domain(of_domain text, proof text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenant_domains d
     set checked_at = case when proof = 'superadmin' then d.checked_at else moment end,
         verified_at = case when proof is null then d.verified_at else coalesce(d.verified_at, moment) end,
         verified_by = case when proof is null then d.verified_by when d.verified_by = 'record' then 'record' else proof end
   where d.tenant_id = public.current_tenant() and d.domain = of_domain;
  return found;
end $$;

create function control.remove_domain(of_domain text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.tenant_domains where tenant_id = public.current_tenant() and domain = of_domain;
  return found;
end $$;

-- For the command line: the teams of open tenants in which somebody may get a link for a new password.
create function control.find_resettable_anywhere(typed text) returns table (user_id uuid, email text, tenant_id text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select r.user_id, r.email, n.id, r.team_id
  from control.tenants n cross join lateral control.find_resettable(typed, n.id, n.id) r
  order by n.id
$$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'reason_of_suspension', 'list_tenants', 'find_tenant', 'rename_tenant', 'suspend_tenant', 'resume_tenant', 'delete_tenant',
    'restore_deleted_tenant', 'end_sessions_here', 'hosts_taken', 'team_exists', 'create_team', 'set_team', 'delete_team',
    'add_domain', 'note_domain', 'remove_domain', 'find_resettable_anywhere'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
