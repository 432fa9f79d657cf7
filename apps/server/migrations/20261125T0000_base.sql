-- The whole schema but for its functions, which lie in sql/functions/, one a file. "include" takes one in at that place,
-- for what a table needs to be made: its policies, defaults and triggers.
--
-- The owner need not be a superuser: it owns the database and is a member of learnt_relay.

-- ---- Roles and schemas ---------------------------------------------------------------------------------------------

-- learnt_app      what the application's login is a member of: bound by row security, owns nothing
-- learnt_relay    what the relay, the job worker and the rollup worker become for one transaction: sees the tables made
--                 with relay => true across tenants, and nothing else
-- learnt_search   nobody's login, and nobody is its member: owns the two search functions, and that is all
do $$
declare
  role_name text;
begin
  foreach role_name in array array['learnt_app', 'learnt_relay', 'learnt_search'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', role_name);
      exception
        when insufficient_privilege then
          raise exception 'Role % is missing and % may not create it', role_name, current_user
            using hint = format(
              'As a superuser run: create role %1$I nologin%2$s', role_name,
              case role_name when 'learnt_search' then format('; grant learnt_search to %I with admin option', current_user) else '' end
            );
        when duplicate_object or unique_violation then
          null; -- another database of this cluster made it at the same moment
      end;
    end if;
    if exists (select from pg_roles where rolname = role_name and (rolsuper or rolbypassrls)) then
      raise exception 'Role % bypasses row security', role_name
        using hint = format('As a superuser run: alter role %I nosuperuser nobypassrls', role_name);
    end if;
  end loop;

  if not pg_has_role(current_user, 'learnt_relay', 'member') then
    begin
      execute format('grant learnt_relay to %I', current_user);
    exception when insufficient_privilege then
      raise exception '% is not a member of learnt_relay and may not become one', current_user
        using hint = format('As a superuser run: grant learnt_relay to %I', current_user);
    end;
  end if;
end
$$;

create schema if not exists control;

revoke all on schema public, control from public;
grant usage on schema public to learnt_app, learnt_relay, learnt_search;
-- Functions only: no table of control is ever granted to one of them.
grant usage on schema control to learnt_app, learnt_relay, learnt_search;

-- Functions are closed until a role is let into them (an extension's too).
alter default privileges revoke execute on functions from public;

-- Days begin and end in a tenant's own zone, asked for explicitly; nothing may depend on a server's setting.
do $$
begin
  execute format('alter database %I set timezone = ''UTC''', current_database());
  execute format('alter database %I set datestyle = ''ISO, MDY''', current_database());
end
$$;

-- ---- The bound tenant, and the one way to make a tenant table -------------------------------------------------------

-- include sql/functions/public.no_tenant.sql
-- include sql/functions/public.current_tenant.sql
-- include sql/functions/public.make_tenant_table.sql
-- include sql/functions/public.let_owner_cross.sql

-- ---- Control plane: tenants and teams --------------------------------------------------------------------------------

-- The control plane is what sign-in, session check and team switch need before the tenant is known. The application's role
-- has no grant on its tables: each function is one question or one deed that it may use.

-- include sql/functions/control.note_right_of_tenant.sql
-- include sql/functions/control.note_right_of_team.sql

create table control.tenants (
  id text primary key check (id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null,
  -- `removing`: the thirty days are over and its rows and files are going; nothing brings it back.
  status text not null default 'active'
    constraint tenant_status_is_known check (status in ('active', 'suspended', 'deleted', 'removing')),
  suspended_reason text not null default '',
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  suspended_at timestamptz,
  deleted_at timestamptz,
  -- What it was before it was deleted, and in which tenant's audit log that stands.
  status_before text,
  deleted_in text
);
create trigger tenant_changed after update of status, settings on control.tenants
  for each row when ((old.status, old.settings) is distinct from (new.status, new.settings))
  execute function control.note_right_of_tenant();
create trigger tenant_gone after delete on control.tenants
  for each row execute function control.note_right_of_tenant();

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
  updated_at timestamptz not null default now(),
  -- Look and navigation are each saved over the revision that they build on.
  theme_revision integer not null default 0,
  navigation_revision integer not null default 0,
  -- What the team's pages speak to guests and to people who have chosen no language; empty: the tenant's.
  language text not null default ''
    constraint language_is_a_word check (language ~ '^[a-z]{0,8}$')
);
create index teams_by_tenant on control.teams (tenant_id);
create trigger team_changed after update of status, is_active on control.teams
  for each row when ((old.status, old.is_active) is distinct from (new.status, new.is_active))
  execute function control.note_right_of_team();
create trigger team_gone after delete on control.teams
  for each row execute function control.note_right_of_team();

create table control.team_hosts (
  host text primary key check (host = lower(host)),
  team_id text not null references control.teams (id)
);
create index team_hosts_by_team on control.team_hosts (team_id);

-- Domains that a tenant has shown to be its own: an address asserted by the tenant's provider links only for these.
create table control.tenant_domains (
  tenant_id text not null references control.tenants (id),
  -- As DNS writes it: lower case, without a dot at the end.
  domain text not null constraint domain_is_lower_case check (domain = lower(domain)),
  -- What the TXT record has to say, behind `learnt-verification=`.
  token text not null,
  -- Null: not shown yet.
  verified_at timestamptz,
  -- How it was shown: by the record, or a superadministrator's word.
  verified_by text constraint domain_verified_by_is_known check (verified_by in ('record', 'superadmin')),
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint domain_once_in_a_tenant primary key (tenant_id, domain)
);
-- Two tenants may ask; one has it.
create unique index domain_of_one_tenant on control.tenant_domains (domain) where verified_at is not null;

-- ---- Control plane: people and their accounts ------------------------------------------------------------------------

-- include sql/functions/control.note_right_of_user.sql
-- include sql/functions/control.drop_idle_codes.sql
-- include sql/functions/control.leave_bound_means.sql

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
  updated_at timestamptz not null default now(),
  -- Whether an address that the account had before was proved: what is in the account was its owner's to add.
  was_proved boolean not null default false
);
create index users_by_additional_email on control.users using gin (additional_emails);

create table control.credentials (
  user_id uuid primary key references control.users (id),
  password_hash text not null,
  changed_at timestamptz not null default now(),
  -- The tenant whose administrator chose the password, with which the owner of the address need have nothing to do.
  set_in_tenant text
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
  -- A membership that the person made by registering.
  self_registered boolean not null default false,
  primary key (user_id, team_id)
);
create index directory_by_tenant on control.directory (tenant_id, team_id);
create index directory_by_username on control.directory (tenant_id, lower(username)) where username is not null;
create trigger membership_changed after update of user_id, team_id, tenant_id, status, roles on control.directory
  for each row when ((old.user_id, old.team_id, old.tenant_id, old.status, old.roles)
    is distinct from (new.user_id, new.team_id, new.tenant_id, new.status, new.roles))
  execute function control.note_right_of_user();
create trigger membership_gone after delete on control.directory
  for each row execute function control.note_right_of_user();
create trigger superadmin_made after insert on control.directory
  for each row when ('superadmin' = any (new.roles)) execute function control.leave_bound_means();
create trigger superadmin_given after update of roles on control.directory
  for each row when ('superadmin' = any (new.roles) and not 'superadmin' = any (old.roles)) execute function control.leave_bound_means();

-- Whose a user name is. A person may have it in several teams of the tenant, two people never have the same.
create table control.usernames (
  tenant_id text not null references control.tenants (id),
  name text not null check (name = lower(name)),
  user_id uuid not null references control.users (id),
  constraint username_once_in_a_tenant primary key (tenant_id, name)
);

-- What a mailed link may do, once. Its code is made when the mail goes out and is kept as a hash only; before that there
-- is none, so that nobody can use it.
create table control.account_links (
  id uuid primary key,
  -- SHA-256.
  code_hash bytea unique,
  kind text not null check (kind in ('resetPassword', 'verifyEmail', 'register')),
  tenant_id text not null references control.tenants (id),
  team_id text not null references control.teams (id),
  -- Null: of somebody who becomes a user by it.
  user_id uuid references control.users (id),
  email text not null,
  -- What somebody who registers wrote: names, phone, hash of the password. Emptied when the link is used.
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_by_user on control.account_links (user_id) where used_at is null;
create index account_links_by_tenant on control.account_links (tenant_id);
create index account_links_by_team on control.account_links (team_id);
create index account_links_by_expiry on control.account_links (expires_at);

create table control.first_run_links (
  code_hash bytea primary key,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- ---- Control plane: sessions -----------------------------------------------------------------------------------------

create table control.sessions (
  id uuid primary key,
  -- SHA-256 of the cookie's token; the token itself is nowhere.
  token_hash bytea not null unique,
  user_id uuid not null references control.users (id),
  tenant_id text not null,
  team_id text not null,
  -- Whose sign-in method proved the person.
  proven_by text not null,
  proven_tenant_id text not null,
  persists boolean not null default false,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Null: not since it began.
  last_used_at timestamptz,
  -- An administrator acts as somebody else of the tenant. The session stays the administrator's own, with its team; beside
  -- it stands whose membership it acts with, so that going back is forgetting that, and signing out ends both.
  acting_id uuid,
  acting_user_id uuid,
  acting_team_id text,
  acting_writes boolean not null default false,
  acting_until timestamptz,
  -- The second factor that was shown for the session; null: none.
  factor text,
  -- When the person has last shown password or passkey in it; null: when it began.
  proved_at timestamptz,
  -- The first of those that a session was carried from, under other host names of the same browser.
  chain_id uuid,
  -- What it was proved by opens `proven_tenant_id` alone.
  is_bound boolean not null default false,
  -- What was shown at `proved_at`: something of the person's own, a passkey that is bound, or a provider's word.
  proved_by text check (proved_by in ('own', 'bound', 'word'))
);
create index sessions_by_user on control.sessions (user_id) where ended_at is null;
create index sessions_by_expiry on control.sessions (expires_at);
-- What control.check_session() looks at. New rows take nothing away: nobody has a socket by them yet.
create trigger session_changed after update of token_hash, user_id, tenant_id, team_id, expires_at, ended_at, acting_id,
  acting_user_id, acting_team_id, acting_writes, acting_until on control.sessions
  for each row when ((old.token_hash, old.user_id, old.tenant_id, old.team_id, old.expires_at, old.ended_at, old.acting_id,
    old.acting_user_id, old.acting_team_id, old.acting_writes, old.acting_until)
    is distinct from (new.token_hash, new.user_id, new.tenant_id, new.team_id, new.expires_at, new.ended_at, new.acting_id,
    new.acting_user_id, new.acting_team_id, new.acting_writes, new.acting_until))
  execute function control.note_right_of_user();
create trigger session_gone after delete on control.sessions
  for each row when (old.ended_at is null) execute function control.note_right_of_user();

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
  -- Until when this device stands for the second factor, and since when: a password set later ends it.
  trusted_from timestamptz,
  trusted_until timestamptz,
  primary key (user_id, device_hash)
);

-- Going on in a team whose pages open under another host name, where this browser has no session yet (docs/decisions/0017).
-- A ticket is made by the page of the first host; the second host sets a cookie and answers with its hash; the first host,
-- in the session that asked, makes a code for exactly that browser; the second host takes the code, once.
create table control.hand_overs (
  -- SHA-256; ticket, code and the cookie's word are nowhere.
  ticket_hash bytea primary key,
  session_id uuid not null,
  user_id uuid not null,
  tenant_id text not null,
  team_id text not null,
  -- Origin of the first host, to come back to, and the page of the second, a path.
  from_origin text not null,
  return_path text not null,
  nonce_hash bytea,
  code_hash bytea unique,
  created_at timestamptz not null,
  -- Of the ticket, then of the code.
  expires_at timestamptz not null,
  used_at timestamptz
);
create index hand_overs_by_expiry on control.hand_overs (expires_at);

-- ---- Control plane: second factors -----------------------------------------------------------------------------------

-- A person's authenticator app (RFC 6238).
create table control.authenticators (
  user_id uuid primary key references control.users (id),
  -- Encrypted with the installation's key, bound to the person. Null: none confirmed yet.
  secret text,
  -- One that is being set up: it counts from the first right code on.
  pending_secret text,
  pending_until timestamptz,
  -- The last time step whose code was taken; neither it nor an earlier one is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table control.passkeys (
  id uuid primary key,
  user_id uuid not null references control.users (id),
  credential_id bytea not null unique,
  -- COSE.
  public_key bytea not null,
  -- The host name that it was made for, and answers to alone.
  host text not null,
  name text not null,
  transports text[] not null default '{}',
  -- Kept by the maker of the device on several devices.
  is_synced boolean not null default false,
  -- How often it has signed, by its own word; 0 for ever where it does not count.
  counter bigint not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- The tenant whose word it was made on, and which it opens alone; null: the person's own.
  set_in_tenant text
);
create index passkeys_by_user on control.passkeys (user_id);

create table control.recovery_codes (
  user_id uuid not null references control.users (id),
  -- SHA-256 of person and code.
  code_hash bytea not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Challenges of passkeys that were answered, rightly or not: each is looked at once. Who was asked what stands, signed, in
-- the challenge itself.
create table control.used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_by_expiry on control.used_challenges (expires_at);

-- Somebody has shown the first proof and owes the second: no session yet.
create table control.sign_in_steps (
  -- SHA-256 of the cookie's token.
  token_hash bytea primary key,
  -- The device that began it, by the same cookie that makes a device known.
  device_hash bytea not null,
  user_id uuid not null references control.users (id),
  -- Where the person was when it began, and where the sign-in leads.
  page_team_id text not null,
  tenant_id text not null references control.tenants (id),
  team_id text not null references control.teams (id),
  -- The way of signing in and what it said: method, tenant, whether to stay signed in.
  proof jsonb not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_steps_by_user on control.sign_in_steps (user_id);
create index sign_in_steps_by_expiry on control.sign_in_steps (expires_at);
create index sign_in_steps_by_tenant on control.sign_in_steps (tenant_id);
create index sign_in_steps_by_team on control.sign_in_steps (team_id);

-- ---- Control plane: sign-in providers --------------------------------------------------------------------------------

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

-- What a session knows of the one at its provider: so that signing out here can go on there, and signing out there ends it.
create table control.provider_sessions (
  session_id uuid primary key references control.sessions (id) on delete cascade,
  tenant_id text not null references control.tenants (id),
  provider_id uuid not null references control.providers (id) on delete cascade,
  subject text not null,
  -- The provider's own name of the session (OpenID: sid; SAML: SessionIndex); empty: it gives none.
  sid text not null default '',
  -- Sealed: what the provider wants to see when one signs out there (an ID token; SAML's name identifier). Empty: nothing is kept.
  hint text not null default ''
);
create index provider_sessions_by_sid on control.provider_sessions (provider_id, sid);
create index provider_sessions_by_tenant on control.provider_sessions (tenant_id);

-- ---- Control plane: what processes share -----------------------------------------------------------------------------

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

-- The names of zones that PostgreSQL knows, for control.zone_of_tenant().
create table control.time_zones (
  name text primary key
);
insert into control.time_zones (name) select name from pg_timezone_names on conflict do nothing;

-- Whose rights may be others than a moment ago. A process with live sockets looks here twice a second and asks again for
-- those who are named, instead of for everybody before everything that is told.
create table control.right_changes (
  id bigint generated always as identity primary key,
  -- The transaction that changed them: whoever looks says what was visible to it last time, so that nothing is missed
  -- that began earlier and was committed later.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  -- One of the three: a person, everybody in a team, everybody in a tenant.
  user_id uuid,
  team_id text,
  tenant_id text,
  constraint names_one check (num_nonnulls(user_id, team_id, tenant_id) = 1)
);
create index right_changes_by_xid on control.right_changes (xid);
create index right_changes_by_age on control.right_changes (at);

-- Changes get their place in one row that their one teller locks, so that places become visible in their order: what
-- committed late comes later.
create table control.live_position (
  is_only boolean primary key default true constraint there_is_one check (is_only),
  -- Place of the last change that was told, and of the last that was thrown away since.
  last bigint not null default 0,
  forgotten bigint not null default 0
);
insert into control.live_position default values;

-- Where changes are told by a message server, which may lose some, a process looks whether it heard of all: by the last
-- place, and by the tenants in which something was told since the last place it knows.
create table control.live_tenants (
  tenant_id text primary key,
  -- Place of the last change that was told in it.
  last bigint not null
);
create index live_tenants_by_last on control.live_tenants (last);

-- Processes that have sockets, by their own word: what a dead one said of its people is taken back by another.
create table control.live_processes (
  process_id uuid primary key,
  seen_at timestamptz not null default now()
);

-- ---- What functions of the control plane answer ----------------------------------------------------------------------

-- What a team's pages may know before anybody signs in.
create type control.team_view as (
  id text, tenant_id text, tenant_name text, tenant_status text, tenant_settings jsonb, display_name text,
  support_email text, main_domain text, theme jsonb, auth_providers jsonb, auth_methods text[],
  terms_and_conditions_url text, side_navigation jsonb
);

-- What each check of a session answers.
create type control.session_view as (
  id uuid, user_id uuid, tenant_id text, team_id text, status text, roles text[], tenant_status text,
  team_status text, email text, proven_by text, proven_tenant_id text, persists boolean, created_at timestamptz,
  last_seen_at timestamptz, expires_at timestamptz, acting_id uuid, impersonator_id uuid, impersonator_team_id text,
  acting_writes boolean, acting_until timestamptz, owes_factor boolean, idle_at timestamptz
);

-- A provider with its sealed secret.
create type control.provider_view as (
  id uuid, tenant_id text, team_id text, kind text, name text, color text, config jsonb, secret text,
  is_enabled boolean, set_by_superadmin boolean, revision integer
);

-- ---- Of the tenant itself --------------------------------------------------------------------------------------------

-- What the tenant's own statements need to know of the tenant: they never ask the control plane.
create table tenant_calendars (
  tenant_id text not null,
  -- The zone in which its days begin and end.
  time_zone text not null,
  created_at timestamptz not null,
  primary key (tenant_id)
);
select make_tenant_table('tenant_calendars', true, '{select}');

-- Rows to wait at, with nothing to say. `rules`: whoever changes a rule, or the children of a bundle, holds it alone;
-- whoever changes people or gives by hand shares it. So neither misses what the other is about to commit.
create table tenant_locks (
  tenant_id text not null,
  name text not null,
  primary key (tenant_id, name)
);
select make_tenant_table('tenant_locks');

-- ---- Members ---------------------------------------------------------------------------------------------------------

-- Somebody in one team.
create table memberships (
  tenant_id text not null,
  -- userId:teamId
  id text not null,
  user_id uuid not null,
  team_id text not null,
  status text not null default 'active'
    constraint membership_status_is_known check (status in ('active', 'inactive', 'archived', 'maternity leave', 'paternity leave', 'sick leave', 'compassionate leave', 'leave without pay', 'terminated')),
  roles text[] not null default '{learner}',
  first_name text not null,
  last_name text not null,
  email text not null default '' constraint membership_email_is_lower_case check (email = lower(email)),
  username text not null default '',
  employee_id text not null default '',
  avatar text not null default '',
  phone text not null default '',
  dob date,
  termination_date date,
  managers text[] not null default '{}',
  tags text[] not null default '{}',
  position text[] not null default '{}',
  loc1 text[] not null default '{}',
  loc2 text[] not null default '{}',
  loc3 text[] not null default '{}',
  loc4 text[] not null default '{}',
  loc5 text[] not null default '{}',
  loc6 text[] not null default '{}',
  div1 text[] not null default '{}',
  div2 text[] not null default '{}',
  div3 text[] not null default '{}',
  div4 text[] not null default '{}',
  div5 text[] not null default '{}',
  div6 text[] not null default '{}',
  custom1 text[] not null default '{}',
  custom2 text[] not null default '{}',
  custom3 text[] not null default '{}',
  custom4 text[] not null default '{}',
  custom5 text[] not null default '{}',
  custom6 text[] not null default '{}',
  reward_points_count integer not null default 0,
  has_logged_in boolean not null default false,
  -- One membership of a person in a tenant stands for the person in reports: the first one.
  is_primary boolean not null default true,
  preferences jsonb not null default '{}',
  -- When a leave began; due dates stand still from then on.
  away_since timestamptz,
  -- Lower-case words that the lists search in.
  search_text text not null default '',
  -- What lists of people are sorted by. A column, because row security keeps lower() out of index conditions.
  sort_name text not null generated always as (lower(last_name || ' ' || first_name)) stored,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index membership_once_in_a_team on memberships (tenant_id, user_id, team_id);
create unique index one_primary_membership on memberships (tenant_id, user_id) where is_primary;
create unique index membership_email_once_in_a_team on memberships (tenant_id, team_id, email) where email <> '';
create index memberships_by_email on memberships (tenant_id, email, id);
create index memberships_by_termination on memberships (tenant_id, termination_date) where termination_date is not null;
create index memberships_by_name on memberships (tenant_id, sort_name, id);
create index memberships_by_team on memberships (tenant_id, team_id, sort_name, id);
create index memberships_by_created on memberships (tenant_id, created_at, id);
create index memberships_by_employee on memberships (tenant_id, employee_id) where employee_id <> '';
select make_tenant_table('memberships');

-- Who manages whom; `source` says where it comes from, so that rules and feeds can add to what was typed.
create table manager_relations (
  tenant_id text not null,
  manager_id uuid not null,
  user_id uuid not null,
  source text not null default 'membership',
  primary key (tenant_id, manager_id, user_id, source)
);
create index manager_relations_by_person on manager_relations (tenant_id, user_id);
select make_tenant_table('manager_relations');

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
revoke delete on impersonation_sessions from learnt_app;

-- Who is there, as the live sockets say it. One row for each person of a tenant; whoever is not there has a row that says
-- so and nothing else.
create table presence (
  tenant_id text not null,
  user_id uuid not null,
  state text not null constraint presence_state_is_known check (state in ('online', 'offline')),
  current_team text,
  current_feature text,
  first_name text,
  last_name text,
  avatar text,
  -- Id of the membership.
  current_user_team text,
  device_type text,
  mobile_vendor text,
  mobile_model text,
  browser_name text,
  browser_version text,
  os_name text,
  os_version text,
  -- The server process that has the person's socket.
  process_id uuid,
  last_changed timestamptz not null,
  -- Counts what is written down of a person: of two words about them the one with the higher number is the later one, in
  -- whatever order, however late and however often they are heard.
  revision bigint not null default 1,
  primary key (tenant_id, user_id),
  constraint offline_says_nothing_else check (
    state = 'online'
    or num_nonnulls(current_team, current_feature, first_name, last_name, avatar, current_user_team, device_type, mobile_vendor,
                    mobile_model, browser_name, browser_version, os_name, os_version, process_id) = 0)
);
create index presence_by_process on presence (tenant_id, process_id) where process_id is not null;
select make_tenant_table('presence', relay => true, relay_rights => array['select', 'update']);

-- ---- Files, courses and packages -------------------------------------------------------------------------------------

create table files (
  tenant_id text not null,
  id uuid not null,
  -- Address of the content in the file store.
  sha256 text not null,
  size bigint not null,
  name text not null,
  content_type text not null,
  purpose text not null
    constraint file_purpose_is_known check (purpose in ('video', 'audio', 'captions', 'document', 'image', 'package', 'team')),
  -- Smaller copies of an image by their width: {"320": {"sha256": "...", "size": 4711}}.
  variants jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index files_by_content on files (tenant_id, sha256);
select make_tenant_table('files');

create table courses (
  tenant_id text not null,
  id uuid not null,
  -- Details of the published version, or of the draft while there is none.
  title text not null,
  description text not null default '',
  category text not null default '',
  tags text[] not null default '{}',
  image_file_id uuid,
  is_bundle boolean not null default false,
  status text not null default 'draft'
    constraint publication_state_is_known check (status in ('draft', 'draftwithchanges', 'published', 'unpublished', 'publishedwithdraft', 'archived')),
  -- Listing sort rank of the status.
  status_rank smallint not null default 5,
  -- The state that `restore` returns to.
  status_before text,
  published_version_id uuid,
  draft_version_id uuid,
  activity_count integer not null default 0,
  minutes integer not null default 0,
  -- Increases with every saved draft.
  revision integer not null default 0,
  -- People who have it now; added up from the same deltas as the reports.
  required_count integer not null default 0,
  optional_count integer not null default 0,
  search_text text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  -- What lists of courses are sorted by. A column, because row security keeps lower() out of index conditions.
  sort_title text not null generated always as (lower(title)) stored,
  primary key (tenant_id, id),
  constraint archived_remembers_its_state check ((status = 'archived') = (status_before is not null)),
  constraint course_image foreign key (tenant_id, image_file_id) references files (tenant_id, id)
);
create index courses_by_created on courses (tenant_id, created_at, id);
create index courses_by_status on courses (tenant_id, status_rank, id);
create index courses_by_title on courses (tenant_id, sort_title, id);
select make_tenant_table('courses');

create table course_versions (
  tenant_id text not null,
  id uuid not null,
  course_id uuid not null,
  -- Counts published versions from 1; null for the draft.
  number integer,
  content jsonb not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  published_at timestamptz,
  published_by uuid,
  primary key (tenant_id, id),
  constraint version_of_course foreign key (tenant_id, course_id) references courses (tenant_id, id),
  constraint published_has_a_number check ((number is null) = (published_at is null))
);
create unique index version_number_once on course_versions (tenant_id, course_id, number);
select make_tenant_table('course_versions');

-- A package that was uploaded, as it is played.
create table packages (
  tenant_id text not null,
  id uuid not null,
  -- The upload that it was made of; the archive stays as it came and is served from.
  file_id uuid not null,
  sha256 text not null,
  kind text not null constraint package_kind_is_known check (kind in ('scorm12', 'scorm2004')),
  edition text not null constraint package_edition_is_known check (edition in ('1.2', '2004-2', '2004-3', '2004-4')),
  title text not null,
  identifier text not null default '',
  version text not null default '',
  sco_count integer not null,
  item_count integer not null,
  entry_count integer not null,
  size bigint not null,
  unpacked_size bigint not null,
  -- The contract's PackageOrganization, the one that is played first.
  organizations jsonb not null,
  -- Warnings of the import: the contract's PackageProblem.
  problems jsonb not null default '[]',
  -- Files with their places in the archive, as archive-files.ts packs them.
  entries jsonb not null,
  -- Sound and moving pictures that were stored unpacked beside the archive.
  media text[] not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint package_of_file foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create unique index package_once_of_a_file on packages (tenant_id, file_id);
select make_tenant_table('packages');

-- ---- Search ----------------------------------------------------------------------------------------------------------

-- Lists of people and courses are searched by trigrams. Row security would switch the indexes off, because `like` is not
-- leakproof, for the owner as well as for the application. So two functions ask for the ids, as a role of their own that
-- may read these two tables and nothing else; they choose the tenant by themselves. What they answer is looked up again
-- under row security.
create policy search_crosses on memberships for select to learnt_search using (true);
create policy search_crosses on courses for select to learnt_search using (true);
grant select on memberships, courses to learnt_search;

-- Without the extensions, which a PostgreSQL of somebody's own may lack, the functions read all rows of the tenant.
do $$
begin
  create extension if not exists pg_trgm with schema public;
  create extension if not exists btree_gin with schema public;
  execute 'create index memberships_search on memberships using gin (tenant_id, search_text gin_trgm_ops)';
  execute 'create index courses_search on courses using gin (tenant_id, search_text gin_trgm_ops)';
exception when undefined_file or feature_not_supported or insufficient_privilege then
  raise notice 'Search goes without an index: pg_trgm and btree_gin cannot be installed (%)', sqlerrm;
end
$$;

-- ---- Permissions and assignments -------------------------------------------------------------------------------------

create table permissions (
  tenant_id text not null,
  id uuid not null,
  document_type text not null,
  document_id uuid not null,
  title text not null,
  status text not null default 'active' constraint permission_status_is_known check (status in ('active', 'inactive')),
  is_optional boolean not null default false,
  -- The contract's Rule.
  rule jsonb not null,
  -- Fields that the rule names: a changed person re-evaluates only the rules that name the change.
  fields text[] not null default '{}',
  due jsonb not null default '{"kind": "none"}',
  -- Set while rows are still to be written; readers then ask the rule itself.
  is_applying boolean not null default false,
  -- Of the job that writes them; a job that finds another one here was overtaken by a later change.
  applying_token uuid,
  people integer not null default 0,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The job that was to write a rule's rows ended without it: the rule is shown as not applied until it is tried again.
  apply_failed boolean not null default false,
  -- What a rule said when everybody had what it gives: the same rule saved again has nothing to do, and nobody is looked at
  -- to find that out. Null: not known, or not all of it is written.
  applied_sign text,
  primary key (tenant_id, id)
);
create index permissions_by_document on permissions (tenant_id, document_type, document_id);
create index permissions_applying on permissions (tenant_id) where is_applying;
select make_tenant_table('permissions');

-- Bundles whose children are still being given out in the background; a learner's reading does their own meanwhile.
create table bundle_syncs (
  tenant_id text not null,
  bundle_id uuid not null,
  -- Of the newest request: an older one that is still at work stops.
  token uuid not null,
  primary key (tenant_id, bundle_id)
);
select make_tenant_table('bundle_syncs');

-- One person's right to one document in one cycle. The id is made from tenant, user, document and cycle.
create table assignments (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  document_type text not null,
  document_id uuid not null,
  cycle integer not null default 0,
  -- Inactive: nothing gives it any more; the history stays.
  is_active boolean not null default true,
  is_optional boolean not null default false,
  state text not null default 'notstarted' constraint progress_state_is_known check (state in ('notstarted', 'inprogress', 'completed', 'passed', 'failed')),
  progress numeric(5, 2) not null default 0 constraint progress_is_percent check (progress between 0 and 100),
  score numeric(5, 2),
  seconds integer not null default 0,
  activities_done integer not null default 0,
  -- The version that the person is under way on; null until the first opening: then the published one.
  version_id uuid,
  last_activity_id uuid,
  assigned_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  -- The midnight that ends the last day in time, and that day in the tenant's zone: kept, so that a changed zone
  -- cannot make the deltas of before and after differ.
  due_at timestamptz,
  due_day date,
  -- Set while the person is on leave: what was not overdue then does not become so.
  frozen_at timestamptz,
  last_activity_at timestamptz,
  -- Until when the learner's own pages have accounted for their time: what they report is taken from the time after it.
  timed_until timestamptz,
  -- Since which day it has been what it is; what it was before is in assignment_days.
  changed_day date not null default '-infinity',
  primary key (tenant_id, id),
  constraint pinned_version foreign key (tenant_id, version_id) references course_versions (tenant_id, id)
);
create unique index assignment_once on assignments (tenant_id, user_id, document_type, document_id, cycle);
create index assignments_by_document on assignments (tenant_id, document_id, user_id);
select make_tenant_table('assignments');

-- What gives an assignment: it is active while it has at least one source.
create table assignment_sources (
  tenant_id text not null,
  assignment_id uuid not null,
  kind text not null constraint source_kind_is_known check (kind in ('rule', 'manual', 'bundle', 'self', 'import')),
  -- The permission, the bundle's assignment, or the assignment itself for `manual` and `self`.
  source_id uuid not null,
  -- The assignment's person, so that a rule is compared with what it gave without the assignments.
  user_id uuid not null,
  -- The membership that the rule matched.
  membership_id text,
  is_optional boolean not null,
  due_at timestamptz,
  -- Days that leaves have moved the date by.
  due_shift_days integer not null default 0,
  granted_at timestamptz not null,
  granted_by uuid,
  primary key (tenant_id, assignment_id, kind, source_id),
  constraint source_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
create index assignment_sources_by_source on assignment_sources (tenant_id, source_id, kind, user_id);
select make_tenant_table('assignment_sources');

-- Reports "as of" a past day. A row of assignments says since which day it has been what it is; the statement that changes
-- it on a later day leaves what it was here. So a day costs one row however often somebody saves on it, and what an
-- assignment was at the end of a day is either the row itself or exactly one row of these.
create table assignment_days (
  tenant_id text not null,
  assignment_id uuid not null,
  -- What it was at the end of this day, in the zone that the tenant had then ...
  from_day date not null,
  -- ... and of every day before this one.
  until_day date not null constraint days_follow check (until_day > from_day),
  user_id uuid not null,
  course_id uuid not null,
  is_active boolean not null,
  is_optional boolean not null,
  state text not null,
  progress numeric(5, 2) not null,
  score numeric(5, 2),
  seconds integer not null,
  version_id uuid,
  assigned_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  due_at timestamptz,
  due_day date,
  frozen_at timestamptz,
  last_activity_at timestamptz,
  primary key (tenant_id, assignment_id, from_day)
);
-- Days that lie shortly back are asked for: few rows reach beyond them.
create index assignment_days_by_end on assignment_days (tenant_id, until_day);
select make_tenant_table('assignment_days');

create table activity_progress (
  tenant_id text not null,
  assignment_id uuid not null,
  activity_id uuid not null,
  state text not null constraint activity_state_is_known check (state in ('notstarted', 'inprogress', 'completed', 'passed', 'failed')),
  progress numeric(5, 2) not null default 0,
  score numeric(5, 2),
  seconds integer not null default 0,
  -- Where to go on: seconds of a video and the watched segments.
  position jsonb,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, assignment_id, activity_id),
  constraint progress_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
select make_tenant_table('activity_progress');

-- ---- Attempts --------------------------------------------------------------------------------------------------------

-- What people did in packages: every word that a package said is kept as it came.

-- One person's go at one step with a package. A further go has a higher number.
create table attempts (
  tenant_id text not null,
  id uuid not null,
  assignment_id uuid not null,
  activity_id uuid not null,
  user_id uuid not null,
  package_id uuid not null,
  number integer not null,
  -- Counts launches; the one that wrote last. A commit of an earlier one than that is too late.
  epoch integer not null default 1,
  acked_epoch integer not null default 0,
  -- What the package's own word makes of it; the completion rule of the step comes after.
  state text not null default 'inprogress' constraint attempt_state_is_known check (state in ('notstarted', 'inprogress', 'completed', 'passed', 'failed')),
  progress numeric(5, 2) not null default 0,
  score numeric(5, 2),
  seconds numeric(10, 2) not null default 0,
  -- How many of the seconds the assignment knows of.
  seconds_reported integer not null default 0,
  current_sco text,
  -- The last launch was left by "suspend all".
  is_suspended boolean not null default false,
  calls integer not null default 0,
  started_at timestamptz not null,
  launched_at timestamptz not null,
  last_saved_at timestamptz,
  reported_at timestamptz,
  completed_at timestamptz,
  primary key (tenant_id, id),
  constraint attempt_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id),
  constraint attempt_of_package foreign key (tenant_id, package_id) references packages (tenant_id, id)
);
create unique index attempt_number_once on attempts (tenant_id, assignment_id, activity_id, number);
create index attempts_by_package on attempts (tenant_id, package_id);
select make_tenant_table('attempts');

-- Where one item of the package stands.
create table attempt_scos (
  tenant_id text not null,
  attempt_id uuid not null,
  sco_id text not null,
  -- The last commit that was stored; one with the same epoch and no higher seq is a duplicate.
  acked_epoch integer not null,
  acked_seq integer not null,
  -- Everything that the item said, element by element.
  cmi jsonb not null default '{}',
  -- The better of what earlier visits came to and what this one has.
  status text not null constraint sco_status_is_known check (status in ('not attempted', 'browsed', 'incomplete', 'completed', 'passed', 'failed')),
  score numeric(5, 2),
  progress_measure numeric(6, 5),
  -- What earlier visits came to: the last word of a visit counts, and takes nothing away from those before.
  status_before text not null constraint sco_status_before_is_known check (status_before in ('not attempted', 'browsed', 'incomplete', 'completed', 'passed', 'failed')),
  is_suspended boolean not null default false,
  is_ended boolean not null default false,
  -- The opening that the session time is of, and the time of all before it.
  visit_epoch integer not null,
  visit integer not null,
  seconds_before numeric(10, 2) not null default 0,
  seconds_now numeric(10, 2) not null default 0,
  first_opened_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, attempt_id, sco_id),
  constraint sco_of_attempt foreign key (tenant_id, attempt_id) references attempts (tenant_id, id)
);
select make_tenant_table('attempt_scos');

-- The time-line: every run-time call as the player saw it, and what became of it. Only ever added to.
create table runtime_calls (
  tenant_id text not null,
  attempt_id uuid not null,
  epoch integer not null,
  n integer not null,
  at timestamptz not null,
  received_at timestamptz not null,
  sco_id text not null,
  call text not null,
  element text not null default '',
  value text not null default '',
  result text not null default '',
  error text not null default '0',
  times integer not null default 1,
  -- recorded: stored with its commit; read: nothing to store; refused: the run-time API said no; late: it reached us in
  -- a later launch or long after it was made; stale: a later launch had taken over.
  verdict text not null constraint verdict_is_known check (verdict in ('recorded', 'refused', 'read', 'late', 'stale')),
  primary key (tenant_id, attempt_id, epoch, n),
  constraint call_of_attempt foreign key (tenant_id, attempt_id) references attempts (tenant_id, id)
);
select make_tenant_table('runtime_calls');
revoke update, delete on runtime_calls from learnt_app;

-- ---- xAPI statements -------------------------------------------------------------------------------------------------

-- include sql/functions/control.make_statement_months.sql

-- xAPI statements by month; `statement_keys` keeps ids unique across months.
create table statements (
  tenant_id text not null,
  id uuid not null,
  stored timestamptz not null,
  user_id uuid not null,
  verb text not null,
  object_id text not null,
  assignment_id uuid,
  activity_id uuid,
  body jsonb not null,
  primary key (tenant_id, id, stored)
) partition by range (stored);
create index statements_by_person on statements (tenant_id, user_id, stored);
create index statements_by_object on statements (tenant_id, object_id, stored);
select make_tenant_table('statements');

create table statements_other partition of statements default;
select make_tenant_table('statements_other');
select control.make_statement_months(date '2028-11-01');

create table statement_keys (
  tenant_id text not null,
  id uuid not null,
  stored timestamptz not null,
  primary key (tenant_id, id)
);
select make_tenant_table('statement_keys');

-- ---- Rollups for reports ---------------------------------------------------------------------------------------------

-- Signed snapshots of assignments: a change appends the old one with -1 and the new one with +1 in its own transaction.
-- The rollup worker adds them into the rollups each second; the sum over all assignments is what a recount gives.
create table progress_deltas (
  tenant_id text not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  -- 0: activity in an assignment that counts no more. It changes no figure, but it is the person's last activity.
  sign smallint not null
    constraint delta_sign_is_known check (sign in (-1, 0, 1)),
  state text not null,
  is_optional boolean not null,
  -- Last day in time: it is overdue from the day after. Null when it cannot be (optional, done, no date, on leave).
  due_day date,
  progress numeric(5, 2) not null,
  score numeric(5, 2),
  seconds integer not null,
  last_activity_at timestamptz,
  at timestamptz not null,
  primary key (tenant_id, id)
);
select make_tenant_table('progress_deltas', true);

create table course_rollups (
  tenant_id text not null,
  course_id uuid not null,
  assigned integer not null default 0,
  required integer not null default 0,
  not_started integer not null default 0,
  in_progress integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  progress_sum numeric not null default 0,
  score_sum numeric not null default 0,
  score_count integer not null default 0,
  seconds bigint not null default 0,
  primary key (tenant_id, course_id)
);
select make_tenant_table('course_rollups');

create table learner_rollups (
  tenant_id text not null,
  user_id uuid not null,
  assigned integer not null default 0,
  required integer not null default 0,
  not_started integer not null default 0,
  in_progress integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  progress_sum numeric not null default 0,
  score_sum numeric not null default 0,
  score_count integer not null default 0,
  seconds bigint not null default 0,
  last_activity_at timestamptz,
  primary key (tenant_id, user_id)
);
select make_tenant_table('learner_rollups');

-- Open required work by its last day in time; what lies before today is overdue.
create table due_rollups (
  tenant_id text not null,
  course_id uuid not null,
  due_day date not null,
  open integer not null default 0,
  primary key (tenant_id, course_id, due_day)
);
select make_tenant_table('due_rollups');

create table learner_due_rollups (
  tenant_id text not null,
  user_id uuid not null,
  due_day date not null,
  open integer not null default 0,
  primary key (tenant_id, user_id, due_day)
);
select make_tenant_table('learner_due_rollups');

-- Until when each tenant's deltas are in the rollups.
create table rollup_marks (
  tenant_id text not null,
  name text not null,
  folded_at timestamptz not null,
  primary key (tenant_id, name)
);
select make_tenant_table('rollup_marks');

-- ---- Lists: numbers beside them, saved views, reports by mail --------------------------------------------------------

-- include sql/functions/control.count_list_rows.sql

-- For a restore, which puts schedules off before the other functions are there.
-- include sql/functions/public.next_run.sql

-- How many people and courses there are, without reading them all for every page of a list. Each statement that changes
-- them appends what it changed, in its own transaction; a round adds that up. Sum of both = a count, at any moment.
-- A number beside a list and nothing else: no rule of the product rests on it.
create table list_counts (
  tenant_id text not null,
  list text not null constraint counted_list_is_known check (list in ('members', 'courses')),
  -- '' where the rows are no team's.
  team_id text not null,
  status text not null,
  amount bigint not null,
  primary key (tenant_id, list, team_id, status)
);
select make_tenant_table('list_counts');

create table list_count_deltas (
  tenant_id text not null,
  id uuid not null default gen_random_uuid(),
  list text not null,
  team_id text not null,
  status text not null,
  change bigint not null,
  primary key (tenant_id, id)
);
select make_tenant_table('list_count_deltas', true, '{select}');
-- Whoever writes rows, a restore of many tenants among them: the rows say whose they are.
select let_owner_cross('list_count_deltas', 'insert');

create table saved_views (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index saved_view_name_once on saved_views (tenant_id, user_id, list, name);
select make_tenant_table('saved_views');

-- Saved views of reports that are sent by mail, as a link and nothing else, at times in the tenant's time zone.
create table schedules (
  tenant_id text not null,
  id uuid not null,
  owner_id uuid not null,
  -- The team in which the owner made it: the membership whose rights it has.
  team_id text not null,
  view_id uuid not null,
  rhythm text not null constraint rhythm_is_known check (rhythm in ('daily', 'weekly', 'monthly')),
  -- 1 is Monday.
  weekdays smallint[] not null default '{}' constraint weekdays_are_days check (weekdays <@ '{1,2,3,4,5,6,7}'),
  month_day smallint not null default 1 constraint month_day_is_day check (month_day between 1 and 31),
  day_time time not null,
  -- In which next_at was worked out; a tenant that changes its own is followed.
  zone text not null,
  -- Of the moment of opening, or of the end of the day before the mail.
  shows text not null constraint shows_is_known check (shows in ('now', 'dayBefore')),
  is_active boolean not null default true,
  -- Why nobody but the owner can set it going again.
  stopped_reason text constraint stopped_reason_is_known check (stopped_reason in ('owner')),
  next_at timestamptz not null,
  last_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint scheduled_view foreign key (tenant_id, view_id) references saved_views (tenant_id, id)
);
create index schedules_by_owner on schedules (tenant_id, owner_id);
create index schedules_by_view on schedules (tenant_id, view_id);
create index schedules_by_next on schedules (next_at) where is_active;
select make_tenant_table('schedules', true, '{select}');

create table schedule_receivers (
  tenant_id text not null,
  schedule_id uuid not null,
  user_id uuid not null,
  -- Set by the person themself: stays so whatever the owner does.
  stopped_at timestamptz,
  primary key (tenant_id, schedule_id, user_id),
  constraint receiver_of_schedule foreign key (tenant_id, schedule_id) references schedules (tenant_id, id) on delete cascade
);
create index schedule_receivers_by_person on schedule_receivers (tenant_id, user_id);
select make_tenant_table('schedule_receivers');

-- What was sent when: the key is what makes an occurrence happen once.
create table schedule_runs (
  tenant_id text not null,
  schedule_id uuid not null,
  due_at timestamptz not null,
  sent_at timestamptz not null,
  mails integer not null,
  primary key (tenant_id, schedule_id, due_at),
  constraint run_of_schedule foreign key (tenant_id, schedule_id) references schedules (tenant_id, id) on delete cascade
);
select make_tenant_table('schedule_runs');

create trigger count_inserted after insert on memberships referencing new table as became
  for each statement execute function control.count_list_rows();
create trigger count_updated after update on memberships referencing old table as was new table as became
  for each statement execute function control.count_list_rows();
create trigger count_deleted after delete on memberships referencing old table as was
  for each statement execute function control.count_list_rows();

create trigger count_inserted after insert on courses referencing new table as became
  for each statement execute function control.count_list_rows();
create trigger count_updated after update on courses referencing old table as was new table as became
  for each statement execute function control.count_list_rows();
create trigger count_deleted after delete on courses referencing old table as was
  for each statement execute function control.count_list_rows();

-- ---- Outbox, jobs, repeated requests ---------------------------------------------------------------------------------

-- Written in the business transaction; the relay moves the rows to the job runner.
create table outbox (
  tenant_id text not null,
  id uuid not null,
  task text not null,
  payload jsonb not null,
  run_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index outbox_in_order on outbox (created_at, id);
select make_tenant_table('outbox', true);

-- Long jobs as people see them: the tray. The runner's own queue lives in its own schema.
create table jobs (
  tenant_id text not null,
  id uuid not null,
  kind text not null,
  subject text not null default '',
  input jsonb not null default '{}',
  state text not null default 'waiting' constraint job_state_is_known check (state in ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer,
  result jsonb,
  link text,
  error text,
  cancel_asked boolean not null default false,
  attempts integer not null default 0,
  created_by uuid not null,
  created_by_name text not null default '',
  -- The actor's membership at the time: the job acts with these rights and no more.
  actor jsonb not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index jobs_by_person on jobs (tenant_id, created_by, created_at desc, id);
create index jobs_by_time on jobs (tenant_id, created_at desc, id);
select make_tenant_table('jobs');

-- What became of each row that a bulk job acted on: the result's file.
create table job_rows (
  tenant_id text not null,
  job_id uuid not null,
  subject_id text not null,
  title text not null default '',
  outcome text not null constraint row_outcome_is_known check (outcome in ('done', 'skipped', 'failed')),
  -- Key of the catalogue below `reason`.
  reason text not null default '',
  primary key (tenant_id, job_id, subject_id),
  constraint row_of_job foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
select make_tenant_table('job_rows');

create table idempotency_keys (
  tenant_id text not null,
  user_id uuid not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  -- Null while the first request is still at work.
  status integer,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (tenant_id, created_at);
select make_tenant_table('idempotency_keys');

-- ---- Audit -----------------------------------------------------------------------------------------------------------

-- Append-only: the application's role may insert and read. Payloads stand beside, so that they can be destroyed.
create table audit_entries (
  tenant_id text not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null default '',
  impersonator_id uuid,
  impersonator_name text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  subject_title text not null default '',
  request_id text not null default '',
  address text not null default '',
  -- The team in which the actor was. Null: in none, as the installation itself; then it is nobody's but theirs who see the
  -- whole tenant.
  actor_team_id text,
  primary key (tenant_id, id)
);
create index audit_entries_by_time on audit_entries (tenant_id, at desc, id);
create index audit_entries_by_subject on audit_entries (tenant_id, subject_id, at desc);
create index audit_entries_of_team on audit_entries (tenant_id, actor_team_id, at desc, id desc)
  where actor_team_id is not null and subject_type <> 'membership';
select make_tenant_table('audit_entries');
revoke update, delete on audit_entries from learnt_app;

create table audit_payloads (
  tenant_id text not null,
  entry_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, entry_id),
  constraint payload_of_entry foreign key (tenant_id, entry_id) references audit_entries (tenant_id, id)
);
select make_tenant_table('audit_payloads');
revoke update on audit_payloads from learnt_app;

-- ---- Mails, notifications, live changes ------------------------------------------------------------------------------

create table mails (
  tenant_id text not null,
  id uuid not null,
  kind text not null,
  recipient text not null,
  user_id uuid,
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null default 'waiting' constraint mail_state_is_known check (state in ('waiting', 'sent', 'kept', 'failed', 'suppressed')),
  -- Key of the catalogue, and what the mail server said.
  reason text not null default '',
  reason_detail text not null default '',
  attempts integer not null default 0,
  -- Set before the mail server is asked, so that a mail whose answer was lost is not sent a second time.
  sending_since timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Of a mail whose button is a link of control.account_links. Where no mail server is set, the outbox is the mailbox, and
  -- keeps the code.
  link_id uuid,
  link_code text not null default '',
  -- The team for which it was written; null: for none.
  team_id text,
  primary key (tenant_id, id)
);
create index mails_by_time on mails (tenant_id, created_at desc, id);
create index mails_of_team on mails (tenant_id, team_id, created_at desc, id desc)
  where team_id is not null;
select make_tenant_table('mails');

-- What happened for a person: a kind, what its words name, and the page that shows it. The words are made by whoever reads.
create table notifications (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  -- Where it is about one membership; null: shown in all of the person's teams of the tenant.
  team_id text,
  kind text not null,
  -- What it tells of, so that nothing is told twice.
  key text not null,
  params jsonb not null default '{}',
  -- A path of the product.
  link text constraint notification_link_is_a_path check (link ~ '^/([^/]|$)'),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id)
);
create unique index notification_told_once on notifications (tenant_id, user_id, key);
create index notifications_by_person on notifications (tenant_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (tenant_id, user_id) where read_at is null;
create index notifications_by_age on notifications (tenant_id, created_at);
select make_tenant_table('notifications');

-- What changed, for the browsers: the coalescing relay reads on from its cursor and tells the sockets.
create table live_events (
  tenant_id text not null,
  id uuid not null,
  topic text not null,
  -- Null: everybody who may see the topic.
  user_id uuid,
  kind text not null,
  subject_id text not null,
  at timestamptz not null default now(),
  -- Its place among all changes, given by the relay when it tells every process; null before. Kept for a while for
  -- browsers that come back.
  position bigint,
  primary key (tenant_id, id)
);
create index live_events_to_relay on live_events (at, id) where position is null;
create index live_events_by_topic on live_events (tenant_id, topic, position);
create index live_events_by_age on live_events (at) where position is not null;
select make_tenant_table('live_events', true);

-- ---- What people keep, and what is kept of them ----------------------------------------------------------------------

-- The quick panel's notes: a person's own, in one tenant.
create table quick_notes (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index quick_notes_by_user on quick_notes (tenant_id, user_id, created_at desc);
select make_tenant_table('quick_notes');

-- The copy of their data that a person asks for. One row for each state, so that a finished copy stays until the next one is.
create table data_exports (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  state text not null check (state in ('making', 'ready', 'failed')),
  job_id uuid not null,
  asked_at timestamptz not null,
  -- Named before the bytes are kept, so that whoever runs the job again finds what a killed one left behind.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint check (size >= 0),
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  constraint data_export_of_a_state_once unique (tenant_id, user_id, state),
  constraint ready_data_export_is_whole check (
    state <> 'ready' or (sha256 is not null and size is not null and ready_at is not null and expires_at is not null))
);
select make_tenant_table('data_exports');

-- That a person asks to be erased: the last time that each did; those before are in the audit log.
create table erase_requests (
  tenant_id text not null,
  user_id uuid not null,
  team_id text not null,
  reason text not null default '' check (length(reason) <= 500),
  asked_at timestamptz not null,
  withdrawn_at timestamptz,
  dismissed_at timestamptz,
  primary key (tenant_id, user_id)
);
select make_tenant_table('erase_requests');

-- First-party events: what happened, without names and addresses.
create table analytics_events (
  tenant_id text not null,
  id uuid not null,
  name text not null,
  environment text not null,
  -- Null: nobody was signed in.
  user_id uuid,
  team_id text not null default '',
  properties jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index analytics_events_by_name on analytics_events (tenant_id, name, at desc);
-- For what was counted since a day, and for what is old enough to be deleted.
create index analytics_events_by_age on analytics_events (tenant_id, at);
select make_tenant_table('analytics_events');
