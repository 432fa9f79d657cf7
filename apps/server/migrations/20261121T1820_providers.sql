-- Sign-in providers of teams, whom their subjects are, and the ways between leaving for a provider and coming back.

create table control.providers (
  id uuid primary key,
  tenant_id text not null references control.tenants (id),
  team_id text not null references control.teams (id),
  kind text not null constraint provider_kind_is_known
    check (kind in ('google', 'microsoft', 'facebook', 'okta', 'auth0', 'oidc', 'saml')),
  -- As the button says it: Log in with {name}.
  name text not null,
  color text not null default '',
  -- All but the secret.
  config jsonb not null default '{}',
  -- Sealed; empty: none.
  secret text not null default '',
  is_enabled boolean not null default true,
  -- Whether a superadministrator saved it last: only then may it vouch for superadministrators.
  set_by_superadmin boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index providers_by_team on control.providers (team_id, created_at, id);
create index providers_by_tenant on control.providers (tenant_id);

-- Who a provider's subject is. It opens the provider's tenant and no other.
create table control.identities (
  tenant_id text not null references control.tenants (id),
  provider_id uuid not null references control.providers (id),
  subject text not null,
  id uuid not null unique,
  user_id uuid not null references control.users (id),
  -- As the provider said it when the identity was linked.
  email text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint identity_is_one_person_s primary key (tenant_id, provider_id, subject)
);
create index identities_by_user on control.identities (user_id);
create index identities_by_provider on control.identities (provider_id);

-- A browser on its way to a provider and back. Used once, by the browser that set out; ten minutes.
create table control.provider_flows (
  -- SHA-256 of the state, or of the code by which an answer that the server took in is fetched.
  token_hash bytea primary key,
  tenant_id text not null references control.tenants (id),
  provider_id uuid not null references control.providers (id),
  -- SHA-256 of the browser's cookie; null: nobody set out, the provider began.
  browser_hash bytea,
  details jsonb not null default '{}',
  -- What the provider said, where the answer came past the browser's page.
  profile jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index provider_flows_by_expiry on control.provider_flows (expires_at);
create index provider_flows_by_provider on control.provider_flows (provider_id);
create index provider_flows_by_tenant on control.provider_flows (tenant_id);

-- SAML assertions that were taken: none is taken twice.
create table control.saml_assertions (
  provider_id uuid not null references control.providers (id),
  tenant_id text not null references control.tenants (id),
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  constraint assertion_is_taken_once primary key (provider_id, assertion_hash)
);
create index saml_assertions_by_expiry on control.saml_assertions (expires_at);
create index saml_assertions_by_tenant on control.saml_assertions (tenant_id);

-- An identity that waits in a browser for its person to sign in with the password; one for each browser.
create table control.pending_identities (
  browser_hash bytea primary key,
  tenant_id text not null references control.tenants (id),
  provider_id uuid not null references control.providers (id),
  subject text not null,
  email text not null,
  -- Null: of somebody who has yet to register.
  user_id uuid references control.users (id),
  expires_at timestamptz not null
);
create index pending_identities_by_expiry on control.pending_identities (expires_at);
create index pending_identities_by_provider on control.pending_identities (provider_id);
create index pending_identities_by_tenant on control.pending_identities (tenant_id);
create index pending_identities_by_user on control.pending_identities (user_id);

revoke all on control.providers, control.identities, control.provider_flows, control.saml_assertions, control.pending_identities from public;

-- What the pages may know of a team's providers before anybody signs in stands on the team.
create function control.publish_providers(of_team text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.teams t
     set auth_providers = coalesce((
           select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color, 'kind', p.kind) order by p.created_at, p.id)
           from control.providers p where p.team_id = t.id and p.is_enabled), '[]'),
         updated_at = moment
   where t.id = of_team
$$;

create function control.list_providers()
returns table (id uuid, tenant_id text, team_id text, kind text, name text, color text, config jsonb, has_secret boolean,
               is_enabled boolean, revision integer, created_at timestamptz, updated_at timestamptz, people bigint)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.tenant_id, p.team_id, p.kind, p.name, p.color, p.config, p.secret <> '', p.is_enabled, p.revision,
         p.created_at, p.updated_at, (select count(*) from control.identities i where i.provider_id = p.id)
  from control.providers p where p.tenant_id = public.current_tenant() order by p.team_id, p.created_at, p.id
$$;

-- Ways of signing in that the bound tenant's teams take.
create function control.methods_of_teams() returns table (id text, display_name text, auth_methods text[], hosts text[])
language sql stable security definer set search_path = control, pg_temp as $$
  select t.id, t.display_name, t.auth_methods,
         coalesce((select array_agg(h.host order by h.host) from control.team_hosts h where h.team_id = t.id), '{}')
  from control.teams t where t.tenant_id = public.current_tenant() and t.status <> 'deleted' order by t.id
$$;

create function control.accept_methods(of_team text, methods text[], moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams set auth_methods = methods, updated_at = moment
   where id = of_team and tenant_id = public.current_tenant() and status <> 'deleted';
  return found;
end $$;

create function control.create_provider(
  new_id uuid, in_team text, of_kind text, called text, in_color text, with_config jsonb, with_secret text, enabled boolean, by_superadmin boolean,
  moment timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.providers (id, tenant_id, team_id, kind, name, color, config, secret, is_enabled, set_by_superadmin, created_at, updated_at)
  select new_id, t.tenant_id, t.id, of_kind, called, in_color, with_config, with_secret, enabled, by_superadmin, moment, moment
    from control.teams t where t.id = in_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted';
  if not found then return false; end if;
  perform control.publish_providers(in_team, moment);
  return true;
end $$;

-- `with_secret` null: it stays. Whoever asserts who people are has become another when `forget_people` says so: the
-- identities that the old one vouched for are not the new one's.
create function control.change_provider(
  of_id uuid, at_revision integer, called text, in_color text, with_config jsonb, with_secret text, enabled boolean,
  by_superadmin boolean, forget_people boolean, moment timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  of_team text;
begin
  update control.providers p
     set name = called, color = in_color, config = with_config, secret = coalesce(with_secret, p.secret), is_enabled = enabled,
         set_by_superadmin = by_superadmin, revision = p.revision + 1, updated_at = moment
   where p.id = of_id and p.revision = at_revision and p.tenant_id = public.current_tenant()
   returning p.team_id into of_team;
  if not found then return false; end if;
  delete from control.provider_flows where provider_id = of_id;
  if forget_people then
    delete from control.identities where provider_id = of_id;
    delete from control.pending_identities where provider_id = of_id;
  end if;
  perform control.publish_providers(of_team, moment);
  return true;
end $$;

create function control.remove_provider(of_id uuid, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  of_team text;
begin
  select p.team_id into of_team from control.providers p where p.id = of_id and p.tenant_id = public.current_tenant() for update;
  if not found then return false; end if;
  delete from control.provider_flows where provider_id = of_id;
  delete from control.pending_identities where provider_id = of_id;
  delete from control.saml_assertions where provider_id = of_id;
  delete from control.identities where provider_id = of_id;
  delete from control.providers where id = of_id;
  perform control.publish_providers(of_team, moment);
  return true;
end $$;

create type control.provider_view as (
  id uuid, tenant_id text, team_id text, kind text, name text, color text, config jsonb, secret text, is_enabled boolean,
  set_by_superadmin boolean, revision integer
);

-- A provider with its sealed secret, of an open team of an open tenant.
create function control.find_provider(of_id uuid) returns setof control.provider_view
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.tenant_id, p.team_id, p.kind, p.name, p.color, p.config, p.secret, p.is_enabled, p.set_by_superadmin, p.revision
  from control.providers p
  join control.teams t on t.id = p.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = p.tenant_id
  where p.id = of_id
$$;

create function control.find_okta_providers(of_team text) returns setof control.provider_view
language sql stable security definer set search_path = control, pg_temp as $$
  select v.* from control.providers p cross join lateral control.find_provider(p.id) v
  where p.team_id = of_team and p.kind = 'okta' order by p.created_at, p.id
$$;

create function control.start_provider_flow(
  token bytea, of_provider uuid, browser bytea, about jsonb, said jsonb, moment timestamptz, until timestamptz
) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.provider_flows (token_hash, tenant_id, provider_id, browser_hash, details, profile, created_at, expires_at)
  select token, p.tenant_id, p.id, browser, about, said, moment, until from control.providers p where p.id = of_provider
$$;

-- An open flow without using it up: what came past the browser's page is looked at before the browser is known.
create function control.find_provider_flow(token bytea, of_provider uuid, moment timestamptz)
returns table (browser_hash bytea, details jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select f.browser_hash, f.details from control.provider_flows f
  where f.token_hash = token and f.provider_id = of_provider and f.used_at is null and f.expires_at > moment
$$;

-- Uses a flow up, for one caller only, and for the browser that set out alone: another one's question leaves it open.
create function control.take_provider_flow(token bytea, browser bytea, moment timestamptz)
returns table (provider_id uuid, details jsonb, profile jsonb)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  return query
    update control.provider_flows f set used_at = moment
     where f.token_hash = token and f.used_at is null and f.expires_at > moment
       and (f.browser_hash is null or f.browser_hash = browser)
     returning f.provider_id, f.details, f.profile;
end $$;

create function control.take_assertion(of_provider uuid, assertion bytea, until timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.saml_assertions (provider_id, tenant_id, assertion_hash, expires_at)
  select p.id, p.tenant_id, assertion, until from control.providers p where p.id = of_provider
  on conflict (provider_id, assertion_hash) do nothing;
  return found;
end $$;

-- Whose an asserted identity is: `is_known` when it is linked; else the person of the tenant who has the address.
-- `is_theirs`: false for somebody who registered with an address that nobody has proved, so that it may be another's.
create function control.find_identity(of_provider uuid, of_subject text, address text)
returns table (user_id uuid, is_known boolean, is_theirs boolean, is_domain_verified boolean)
language plpgsql stable security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  of_tenant text;
  found_user uuid;
  theirs boolean;
begin
  select p.tenant_id into of_tenant from control.providers p where p.id = of_provider;
  select i.user_id into found_user from control.identities i
   where i.tenant_id = of_tenant and i.provider_id = of_provider and i.subject = of_subject;
  if found then
    return query select found_user, true, true, false;
    return;
  end if;
  if address = '' then return; end if;
  select u.id, u.is_email_verified or not exists (select from control.directory d where d.user_id = u.id and d.self_registered)
    into found_user, theirs
    from control.users u
   where u.email = lower(address)
     and exists (select from control.directory d where d.user_id = u.id and d.tenant_id = of_tenant);
  if not found then return; end if;
  return query select found_user, false, theirs, control.is_domain_of_tenant(split_part(lower(address), '@', 2), of_tenant);
end $$;

-- Links an identity to a person of its tenant; false when it is somebody else's already, or the person does not belong.
create function control.link_identity(new_id uuid, of_provider uuid, of_subject text, of_user uuid, address text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  of_tenant text;
begin
  select p.tenant_id into of_tenant from control.providers p where p.id = of_provider;
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = of_tenant) then return false; end if;
  insert into control.identities as i (tenant_id, provider_id, subject, id, user_id, email, created_at)
  values (of_tenant, of_provider, of_subject, new_id, of_user, address, moment)
  on conflict (tenant_id, provider_id, subject) do nothing;
  return exists (select from control.identities i
                 where i.tenant_id = of_tenant and i.provider_id = of_provider and i.subject = of_subject and i.user_id = of_user);
end $$;

create function control.use_identity(of_provider uuid, of_subject text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.identities set last_used_at = moment where provider_id = of_provider and subject = of_subject
$$;

create function control.keep_pending_identity(browser bytea, of_provider uuid, of_subject text, address text, of_user uuid, until timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.pending_identities (browser_hash, tenant_id, provider_id, subject, email, user_id, expires_at)
  select browser, p.tenant_id, p.id, of_subject, lower(address), of_user, until from control.providers p where p.id = of_provider
  on conflict (browser_hash) do update
    set tenant_id = excluded.tenant_id, provider_id = excluded.provider_id, subject = excluded.subject, email = excluded.email,
        user_id = excluded.user_id, expires_at = excluded.expires_at
$$;

-- The identity that waits in this browser, for the person whom it names: by id, or by the address they registered with.
-- Used up when it is theirs; for anybody else it stays as it is, unseen.
create function control.link_pending_identity(browser bytea, new_id uuid, of_user uuid, moment timestamptz)
returns table (provider_id uuid, name text, kind text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  waiting control.pending_identities;
begin
  delete from control.pending_identities w
   where w.browser_hash = browser and w.expires_at > moment
     and w.tenant_id = public.current_tenant()
     and (w.user_id = of_user
          or (w.user_id is null and w.email <> '' and exists (select from control.users u where u.id = of_user and u.email = w.email)))
   returning w.* into waiting;
  if not found then return; end if;
  if not control.link_identity(new_id, waiting.provider_id, waiting.subject, of_user, waiting.email, moment) then return; end if;
  return query select p.id, p.name, p.kind from control.providers p where p.id = waiting.provider_id;
end $$;

-- What of the bound tenant's providers opens a person's account.
create function control.identities_of(of_user uuid)
returns table (id uuid, provider_id uuid, name text, kind text, email text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select i.id, p.id, p.name, p.kind, i.email, i.created_at, i.last_used_at
  from control.identities i join control.providers p on p.id = i.provider_id
  where i.user_id = of_user and i.tenant_id = public.current_tenant() order by i.created_at, i.id
$$;

create function control.unlink_identity(of_id uuid, of_user uuid) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.identities where id = of_id and user_id = of_user and tenant_id = public.current_tenant();
  return found;
end $$;

create function control.forget_old_provider_flows(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.provider_flows where expires_at < moment;
  delete from control.saml_assertions where expires_at < moment;
  delete from control.pending_identities where expires_at < moment
$$;

-- The session goes on in another of the person's own teams, which becomes the default one. A team that does not accept
-- the method by which this session was proved is not entered (no methods named: password). What a tenant's provider
-- vouches for opens that tenant alone.
create or replace function control.switch_team(session_id uuid, of_user uuid, to_team text, moment timestamptz) returns setof control.team_view
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  target control.directory;
begin
  select d.* into target from control.directory d
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    join control.tenants n on n.id = d.tenant_id
      and (n.status = 'active' or n.status = 'suspended' and 'superadmin' = any (d.roles))
    join control.sessions s on s.id = session_id and s.user_id = of_user and s.ended_at is null
   where d.user_id = of_user and d.team_id = to_team and d.status = 'active'
     and s.proven_by = any (case when t.auth_methods = '{}' then array['password'] else t.auth_methods end)
     and (s.proven_by in ('password', 'passkey') or s.proven_tenant_id = d.tenant_id);
  if not found then return; end if;
  update control.sessions set tenant_id = target.tenant_id, team_id = target.team_id where id = session_id and user_id = of_user and ended_at is null;
  if not found then return; end if;
  update control.directory set is_default = (team_id = to_team), last_used_at = case when team_id = to_team then moment else last_used_at end
   where user_id = of_user;
  return query select * from control.view_of_team(to_team);
end $$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'publish_providers', 'list_providers', 'methods_of_teams', 'accept_methods', 'create_provider', 'change_provider',
    'remove_provider', 'find_provider', 'find_okta_providers', 'start_provider_flow', 'find_provider_flow', 'take_provider_flow', 'take_assertion',
    'find_identity', 'link_identity', 'use_identity', 'keep_pending_identity', 'link_pending_identity', 'identities_of',
    'unlink_identity', 'forget_old_provider_flows'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
