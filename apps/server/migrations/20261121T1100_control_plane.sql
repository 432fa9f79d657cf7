-- The control plane: what sign-in, session check and team switch need before the tenant is known.
-- The application's role has no grant on these tables. Each function below is one question or one deed that it may use.

create table control.tenants (
  id text primary key check (id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  suspended_reason text not null default '',
  settings jsonb not null default '{}',
  -- Where the tenant's rows live; one cluster so far.
  cluster text not null default 'main',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table control.teams (
  id text primary key check (id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  tenant_id text not null references control.tenants (id),
  display_name text not null,
  support_email text not null default '',
  main_domain text not null default '',
  is_default boolean not null default false,
  is_active boolean not null default true,
  status text not null default 'active' check (status in ('active', 'deleted')),
  theme jsonb not null default '{}',
  registration_tags text[] not null default '{}',
  auth_providers jsonb not null default '[]',
  auth_methods text[] not null default '{}',
  terms_and_conditions_url text not null default '',
  side_navigation jsonb,
  feed_headings jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index teams_by_tenant on control.teams (tenant_id);

create table control.team_hosts (
  host text primary key check (host = lower(host)),
  team_id text not null references control.teams (id)
);
create index team_hosts_by_team on control.team_hosts (team_id);

create table control.users (
  id uuid primary key,
  -- Lower case; unique over the installation. Null: a person without an address, never mailed.
  email text unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  phone text not null default '',
  avatar text not null default '',
  is_email_verified boolean not null default false,
  additional_emails text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_by_additional_email on control.users using gin (additional_emails);

create table control.credentials (
  user_id uuid primary key references control.users (id),
  password_hash text not null,
  changed_at timestamptz not null default now()
);

-- Who belongs where; a copy of the few membership fields that are needed before the tenant is known.
create table control.directory (
  user_id uuid not null references control.users (id),
  team_id text not null references control.teams (id),
  tenant_id text not null references control.tenants (id),
  status text not null,
  roles text[] not null default '{}',
  is_default boolean not null default false,
  -- Name to sign in with beside the address: one person's in a tenant, see control.usernames.
  username text,
  created_at timestamptz not null default now(),
  -- When the person was last seen in it.
  last_used_at timestamptz,
  primary key (user_id, team_id)
);
create index directory_by_tenant on control.directory (tenant_id, team_id);
create index directory_by_username on control.directory (tenant_id, lower(username)) where username is not null;

-- Whose a user name is. A person may have it in several teams of the tenant, two people never have the same.
create table control.usernames (
  tenant_id text not null references control.tenants (id),
  name text not null check (name = lower(name)),
  user_id uuid not null references control.users (id),
  constraint username_once_in_a_tenant primary key (tenant_id, name)
);

create table control.sessions (
  id uuid primary key,
  -- SHA-256 of the cookie's token; the token itself is nowhere.
  token_hash bytea not null unique,
  user_id uuid not null references control.users (id),
  tenant_id text not null,
  team_id text not null,
  -- Whose sign-in method proved the person (readings, "One person, many tenants").
  proven_by text not null,
  proven_tenant_id text not null,
  persists boolean not null default false,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_by_user on control.sessions (user_id) where ended_at is null;
create index sessions_by_expiry on control.sessions (expires_at);

-- Attempts to sign in that have not succeeded, by account, by address, by both and by known device; blocked while
-- blocked_until lies ahead.
create table control.sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_failures_by_age on control.sign_in_failures (last_at);

-- Devices that an account signed in from before: a lock-out of the account by strangers does not stop its owner there.
create table control.known_devices (
  user_id uuid not null references control.users (id),
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

create table control.first_run_links (
  code_hash bytea primary key,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- Keys that several server processes share: signatures of file addresses and launch tokens.
create table control.secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);

-- Job workers that are alive, by their own word; what a dead one had in hand is given to another.
create table control.workers (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);

-- What a team's pages may know before anybody signs in.
create type control.team_view as (
  id text, tenant_id text, tenant_name text, tenant_status text, tenant_settings jsonb, display_name text,
  support_email text, main_domain text, theme jsonb, auth_providers jsonb, auth_methods text[],
  terms_and_conditions_url text, side_navigation jsonb
);

create function control.view_of_team(wanted text) returns setof control.team_view
language sql stable security definer set search_path = control, pg_temp as $$
  select t.id, t.tenant_id, n.name, n.status, n.settings, t.display_name, t.support_email, t.main_domain, t.theme,
         t.auth_providers, t.auth_methods, t.terms_and_conditions_url, t.side_navigation
  from control.teams t join control.tenants n on n.id = t.tenant_id
  where t.id = wanted and t.status <> 'deleted' and t.is_active
$$;

-- What the browser remembers, the exact host, the first label of a sub-domain of a primary domain (null: the host is
-- none), the fallback; where that does not exist and there is one tenant only, its default team.
create function control.find_team(host text, label text, hinted_team text, hinted_tenant text, fallback text)
returns setof control.team_view
language sql stable security definer set search_path = control, pg_temp as $$
  with candidates as (
    select 0 as rank, t.id from control.teams t where t.id = hinted_team and (hinted_tenant is null or t.tenant_id = hinted_tenant)
    union all select 1, h.team_id from control.team_hosts h where h.host = find_team.host
    union all select 2, t.id from control.teams t where t.id = label
    union all select 3, t.id from control.teams t where t.id = fallback
    union all select 4, t.id from control.teams t where t.is_default and (select count(*) from control.tenants) = 1
  )
  select v.* from candidates c cross join lateral control.view_of_team(c.id) v order by c.rank, v.id limit 1
$$;

create type control.session_view as (
  id uuid, user_id uuid, tenant_id text, team_id text, status text, roles text[], tenant_status text, team_status text,
  email text, proven_by text, proven_tenant_id text, persists boolean, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz
);

-- The session of a token, if it is open; membership, team and tenant as they are now, so that a change holds at once.
create function control.check_session(token bytea, moment timestamptz) returns setof control.session_view
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  found_session control.session_view;
begin
  select s.id, s.user_id, s.tenant_id, s.team_id, d.status, d.roles, n.status,
         case when t.is_active then t.status else 'inactive' end,
         u.email, s.proven_by, s.proven_tenant_id, s.persists, s.created_at, s.last_seen_at, s.expires_at
    into found_session
    from control.sessions s
    join control.users u on u.id = s.user_id
    join control.directory d on d.user_id = s.user_id and d.team_id = s.team_id and d.tenant_id = s.tenant_id
    join control.teams t on t.id = s.team_id
    join control.tenants n on n.id = s.tenant_id
   where s.token_hash = token and s.ended_at is null and s.expires_at > moment;
  if not found then return; end if;
  -- Once a minute is enough for "last seen", and keeps reading free of writes.
  if found_session.last_seen_at < moment - interval '1 minute' then
    update control.sessions set last_seen_at = moment where id = found_session.id;
    update control.directory set last_used_at = moment
     where user_id = found_session.user_id and team_id = found_session.team_id;
  end if;
  return next found_session;
end $$;

create function control.open_session(
  session_id uuid, token bytea, of_user uuid, in_tenant text, in_team text, proof text, persist boolean,
  agent text, from_address text, moment timestamptz, until timestamptz
) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.team_id = in_team and d.tenant_id = in_tenant and d.status = 'active') then
    raise exception 'no active membership' using errcode = 'insufficient_privilege';
  end if;
  insert into control.sessions (id, token_hash, user_id, tenant_id, team_id, proven_by, proven_tenant_id, persists, user_agent, address, created_at, last_seen_at, expires_at)
  values (session_id, token, of_user, in_tenant, in_team, proof, in_tenant, persist, left(agent, 400), left(from_address, 60), moment, moment, until);
  update control.directory set last_used_at = moment where user_id = of_user and team_id = in_team;
end $$;

create function control.end_session(session_id uuid, of_user uuid, moment timestamptz) returns boolean
language sql volatile security definer set search_path = control, pg_temp as $$
  with ended as (
    update control.sessions set ended_at = moment where id = session_id and user_id = of_user and ended_at is null returning 1
  ) select exists (select from ended)
$$;

-- The person's open sessions; the tenant says where its browsers are told when it ends.
create function control.list_sessions(of_user uuid, moment timestamptz)
returns table (id uuid, tenant_id text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, user_agent text, address text)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.id, s.tenant_id, s.created_at, s.last_seen_at, s.expires_at, s.user_agent, s.address
  from control.sessions s where s.user_id = of_user and s.ended_at is null and s.expires_at > moment
  order by s.last_seen_at desc limit 200
$$;

-- The session goes on in another of the person's own teams, which becomes the default one. A team that does not accept
-- the method by which this session was proved is not entered (no methods named: password).
create function control.switch_team(session_id uuid, of_user uuid, to_team text, moment timestamptz) returns setof control.team_view
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  target control.directory;
begin
  select d.* into target from control.directory d
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    join control.tenants n on n.id = d.tenant_id and n.status = 'active'
    join control.sessions s on s.id = session_id and s.user_id = of_user and s.ended_at is null
   where d.user_id = of_user and d.team_id = to_team and d.status = 'active'
     and s.proven_by = any (case when t.auth_methods = '{}' then array['password'] else t.auth_methods end);
  if not found then return; end if;
  update control.sessions set tenant_id = target.tenant_id, team_id = target.team_id where id = session_id and user_id = of_user and ended_at is null;
  if not found then return; end if;
  update control.directory set is_default = (team_id = to_team), last_used_at = case when team_id = to_team then moment else last_used_at end
   where user_id = of_user;
  return query select * from control.view_of_team(to_team);
end $$;

-- All active memberships of a person; teams with status deleted are left out.
create function control.list_memberships(of_user uuid)
returns table (user_id uuid, tenant_id text, team_id text, display_name text, tenant_name text, main_domain text, theme jsonb,
               auth_methods text[], tenant_settings jsonb, roles text[], is_default boolean, last_used_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.user_id, d.tenant_id, d.team_id, t.display_name, n.name, t.main_domain, t.theme, t.auth_methods, n.settings, d.roles,
         d.is_default, d.last_used_at, d.created_at
  from control.directory d
  join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = d.tenant_id and n.status = 'active'
  where d.user_id = of_user and d.status = 'active'
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, d.team_id
$$;

-- The account behind what somebody typed: an address, a further verified address, or a user name of the tenant, in this
-- order, so that nobody's user name can stand before another's address.
create function control.find_account(typed text, in_tenant text)
returns table (user_id uuid, password_hash text)
language sql stable security definer set search_path = control, pg_temp as $$
  with who as (
    select 0 as rank, u.id from control.users u where u.email = lower(typed)
    union all select 1, u.id from control.users u where u.additional_emails @> array[lower(typed)]
    union all select 2, n.user_id from control.usernames n where n.tenant_id = in_tenant and n.name = lower(typed)
  )
  select w.id, c.password_hash
  from who w left join control.credentials c on c.user_id = w.id order by w.rank, w.id limit 1
$$;

-- Which of these addresses belong to somebody: for the list of demo accounts.
create function control.known_addresses(addresses text[]) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select u.email from control.users u where u.email = any (addresses)
$$;

create function control.set_password(of_user uuid, hash text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.credentials (user_id, password_hash, changed_at) values (of_user, hash, moment)
  on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at
$$;

-- A tenant's administrator may give a first password only to a person who has none and belongs nowhere else (readings).
create function control.set_first_password(of_user uuid, hash text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.credentials c where c.user_id = of_user)
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant()) then
    return false;
  end if;
  perform control.set_password(of_user, hash, moment);
  return true;
end $$;

-- Takes one attempt from each key before the password is looked at, so that a hundred at once are counted like a hundred
-- in a row. Answers until when it is blocked (then nothing is counted, so that a block cannot be drawn out), else null.
-- At its limit a key is blocked for first_block, and twice as long at each further failure, never above longest_block;
-- after a quiet period it starts afresh.
create function control.take_attempt(
  keys text[], allowed integer[], moment timestamptz, quiet interval, first_block interval, longest_block interval
) returns timestamptz
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  blocked timestamptz;
begin
  insert into control.sign_in_failures (key, failures, last_at) select k, 0, moment from unnest(keys) k order by k
  on conflict (key) do nothing;
  -- In one order for everybody: two attempts with common keys wait for each other, and never in a circle.
  perform from control.sign_in_failures f where f.key = any (keys) order by f.key for update;
  select max(f.blocked_until) into blocked from control.sign_in_failures f where f.key = any (keys) and f.blocked_until > moment;
  if blocked is not null then return blocked; end if;
  update control.sign_in_failures f
     set failures = n.failures, last_at = moment,
         blocked_until = case when n.failures >= n.allowed
           then moment + least(longest_block, first_block * power(2, least(n.failures - n.allowed, 20))) end
    from (
      select o.key, x.allowed, case when o.last_at < moment - quiet then 1 else o.failures + 1 end as failures
      from control.sign_in_failures o join unnest(keys, allowed) as x (key, allowed) on x.key = o.key
    ) n
   where f.key = n.key;
  return null;
end $$;

-- It was the right password: forget what was counted for the account, and give the others their attempt back.
create function control.return_attempt(forgotten text[], returned text[]) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from control.sign_in_failures f where f.key = any (forgotten || returned) order by f.key for update;
  delete from control.sign_in_failures f where f.key = any (forgotten);
  update control.sign_in_failures f set failures = greatest(f.failures - 1, 0), blocked_until = null where f.key = any (returned);
end $$;

create function control.is_known_device(of_user uuid, device bytea) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.known_devices where user_id = of_user and device_hash = device)
$$;

create function control.remember_device(of_user uuid, device bytea, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.known_devices (user_id, device_hash, last_used_at) values (of_user, device, moment)
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
$$;

-- The user of an address, made when there is none. Global fields of an existing person are left alone.
create function control.find_or_create_user(new_id uuid, address text, first text, last text, moment timestamptz) returns uuid
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  known uuid;
begin
  if address is not null and address <> '' then
    insert into control.users (id, email, first_name, last_name, created_at, updated_at)
    values (new_id, lower(address), first, last, moment, moment)
    on conflict (email) do nothing;
    select u.id into known from control.users u where u.email = lower(address);
  else
    insert into control.users (id, email, first_name, last_name, created_at, updated_at) values (new_id, null, first, last, moment, moment)
    on conflict (id) do nothing;
    known := new_id;
  end if;
  return known;
end $$;

-- A user name is one person's in a tenant: taken before the directory says so, given back when no team says so any more.
create function control.keep_usernames(of_users uuid[]) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.usernames n
   where n.tenant_id = public.current_tenant() and n.user_id = any (of_users)
     and not exists (select from control.directory d where d.user_id = n.user_id and d.tenant_id = n.tenant_id and lower(d.username) = n.name);
  insert into control.usernames (tenant_id, name, user_id)
  select distinct d.tenant_id, lower(d.username), d.user_id from control.directory d
   where d.tenant_id = public.current_tenant() and d.user_id = any (of_users) and d.username is not null
     and not exists (select from control.usernames n where n.tenant_id = d.tenant_id and n.name = lower(d.username) and n.user_id = d.user_id)
   order by 2;
end $$;

-- Keeps the directory equal to a membership; called in the membership's own transaction, for its own tenant only.
-- Answers the sessions that this ended: only active memberships have any.
create function control.put_directory(of_user uuid, in_team text, new_status text, new_roles text[], new_username text, moment timestamptz) returns setof uuid
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
  if new_status <> 'active' then
    return query update control.sessions set ended_at = moment
      where user_id = of_user and team_id = in_team and ended_at is null returning id;
  end if;
end $$;

-- The same for many memberships at once, read from the tenant's own rows.
create function control.put_directory_many(membership_ids text[], moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, public, pg_temp as $$
#variable_conflict use_column
begin
  insert into control.directory (user_id, team_id, tenant_id, status, roles, username, created_at)
  select m.user_id, m.team_id, m.tenant_id, m.status, m.roles, nullif(m.username, ''), moment
    from public.memberships m
    join control.teams t on t.id = m.team_id and t.tenant_id = m.tenant_id
   where m.tenant_id = public.current_tenant() and m.id = any (membership_ids)
  on conflict (user_id, team_id) do update
    set status = excluded.status, roles = excluded.roles, username = excluded.username;
  perform control.keep_usernames(array(
    select m.user_id from public.memberships m where m.tenant_id = public.current_tenant() and m.id = any (membership_ids)));
  return query update control.sessions s set ended_at = moment
    from public.memberships m
   where m.tenant_id = public.current_tenant() and m.id = any (membership_ids) and m.status <> 'active'
     and s.user_id = m.user_id and s.team_id = m.team_id and s.ended_at is null
   returning s.id, s.user_id;
end $$;

-- What the control plane alone knows about a membership of this tenant.
create function control.directory_entry(of_user uuid, in_team text) returns table (is_default boolean, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.is_default, d.last_used_at from control.directory d
  where d.user_id = of_user and d.team_id = in_team and d.tenant_id = public.current_tenant()
$$;

-- The address of a person may be changed from inside a tenant only while the person belongs nowhere else.
create function control.set_user_email(of_user uuid, address text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = public.current_tenant())
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant()) then
    return false;
  end if;
  update control.users set email = nullif(lower(address), ''), updated_at = moment where id = of_user;
  return true;
end $$;

-- The team that a person of this tenant enters first; for seeding and imports.
create function control.set_default_team(of_user uuid, in_team text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.directory d set is_default = (d.team_id = in_team)
  where d.user_id = of_user and d.tenant_id = public.current_tenant()
    and exists (select from control.directory own where own.user_id = of_user and own.team_id = in_team and own.tenant_id = public.current_tenant())
$$;

-- Merges into the bound tenant's settings.
create function control.change_tenant_settings(change jsonb, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.tenants set settings = settings || change, updated_at = moment where id = public.current_tenant()
$$;

create function control.teams_of_tenant() returns table (id text, display_name text, main_domain text, is_default boolean)
language sql stable security definer set search_path = control, pg_temp as $$
  select t.id, t.display_name, t.main_domain, t.is_default from control.teams t
  where t.tenant_id = public.current_tenant() and t.status <> 'deleted' order by t.id
$$;

-- Tenants that are open, for work that comes round in each.
create function control.open_tenants() returns table (id text, settings jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.settings from control.tenants n where n.status = 'active' order by n.id
$$;

create function control.settings_of_tenant() returns jsonb
language sql stable security definer set search_path = control, pg_temp as $$
  select n.settings from control.tenants n where n.id = public.current_tenant()
$$;

-- Forgets what signing in leaves behind: old counts, sessions that ended a month ago, devices not seen for half a year.
create function control.forget_old_sign_ins(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.sign_in_failures where last_at < moment - interval '1 day';
  delete from control.sessions where least(ended_at, expires_at) < moment - interval '30 days';
  delete from control.known_devices where last_used_at < moment - interval '180 days';
$$;

create function control.hosts_of_teams() returns table (host text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select h.host, h.team_id from control.team_hosts h
$$;

-- Readiness: the schema is there and answers.
create function control.teams_exist() returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.teams)
$$;

-- One key for all processes: the first caller's proposal is kept.
create function control.shared_secret(wanted text, proposal bytea) returns bytea
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  kept bytea;
begin
  insert into control.secrets (name, value) values (wanted, proposal) on conflict (name) do nothing;
  select s.value into kept from control.secrets s where s.name = wanted;
  return kept;
end $$;

-- First run: a link is open while it is unused and nobody is superadministrator yet.
create function control.first_run_is_open(code bytea) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.first_run_links l where l.code_hash = code and l.used_at is null)
     and not exists (select from control.directory d where 'superadmin' = any (d.roles))
$$;

create function control.use_first_run(code bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.directory d where 'superadmin' = any (d.roles)) then return false; end if;
  update control.first_run_links set used_at = moment where code_hash = code and used_at is null;
  return found;
end $$;

create function control.offer_first_run(code bytea) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.directory d where 'superadmin' = any (d.roles)) then return false; end if;
  delete from control.first_run_links where used_at is null;
  insert into control.first_run_links (code_hash) values (code);
  return true;
end $$;

-- For superadministrators: the callers prove the role before they ask.
create function control.list_tenants() returns table (id text, name text, status text, created_at timestamptz, people bigint, teams jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.name, n.status, n.created_at,
         (select count(distinct d.user_id) from control.directory d where d.tenant_id = n.id),
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'displayName', t.display_name,
                     'hosts', coalesce((select jsonb_agg(h.host order by h.host) from control.team_hosts h where h.team_id = t.id), '[]')) order by t.id)
                   from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]')
  from control.tenants n order by n.id
$$;

create function control.create_tenant(new_id text, new_name text, new_settings jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.tenants (id, name, settings, created_at, updated_at) values (new_id, new_name, new_settings, moment, moment) on conflict (id) do nothing;
  return found;
end $$;

create function control.put_team(new_id text, of_tenant text, fields jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.teams as t (id, tenant_id, display_name, support_email, main_domain, is_default, theme, registration_tags,
                                  auth_providers, auth_methods, terms_and_conditions_url, side_navigation, feed_headings, created_at, updated_at)
  values (new_id, of_tenant, fields ->> 'displayName', coalesce(fields ->> 'supportEmail', ''), coalesce(fields ->> 'mainDomain', ''),
          coalesce((fields ->> 'isDefault')::boolean, false), coalesce(fields -> 'theme', '{}'),
          coalesce((select array_agg(x) from jsonb_array_elements_text(fields -> 'registrationTags') x), '{}'),
          coalesce(fields -> 'authProviders', '[]'),
          coalesce((select array_agg(x) from jsonb_array_elements_text(fields -> 'authMethods') x), '{}'),
          coalesce(fields ->> 'termsAndConditionsUrl', ''), nullif(fields -> 'sideNavigation', 'null'), coalesce(fields -> 'feedHeadings', '[]'), moment, moment)
  on conflict (id) do update set
    display_name = excluded.display_name, support_email = excluded.support_email, main_domain = excluded.main_domain,
    theme = excluded.theme, updated_at = moment
    where t.tenant_id = of_tenant;
  if not found then return false; end if;
  delete from control.team_hosts where team_id = new_id;
  insert into control.team_hosts (host, team_id)
  select lower(x), new_id from jsonb_array_elements_text(coalesce(fields -> 'hosts', '[]')) x
  on conflict (host) do nothing;
  return true;
end $$;

revoke all on all tables in schema control from public;
revoke all on all functions in schema control from public;
grant usage on schema control to learnt_app;
grant execute on all functions in schema control to learnt_app;
