-- Accounts: passwords set and set anew, registration, addresses proved by mail.

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

-- A membership that the person made by registering.
alter table control.directory add column self_registered boolean not null default false;

-- A mail whose button is such a link. Where no mail server is set, the outbox is the mailbox, and keeps the code.
alter table mails add column link_id uuid;
alter table mails add column link_code text not null default '';

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
select make_tenant_table('analytics_events');

-- All active memberships of a person; teams with status deleted are left out. Whoever registered with an address that
-- is not proved yet may be anybody: what others gave to that address is not theirs until it is.
create or replace function control.list_memberships(of_user uuid)
returns table (user_id uuid, tenant_id text, team_id text, display_name text, tenant_name text, main_domain text, theme jsonb,
               auth_methods text[], tenant_settings jsonb, roles text[], is_default boolean, last_used_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.user_id, d.tenant_id, d.team_id, t.display_name, n.name, t.main_domain, t.theme, t.auth_methods, n.settings, d.roles,
         d.is_default, d.last_used_at, d.created_at
  from control.directory d
  join control.users u on u.id = d.user_id
  join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = d.tenant_id and n.status = 'active'
  where d.user_id = of_user and d.status = 'active'
    and (u.is_email_verified or d.self_registered
         or not exists (select from control.directory own where own.user_id = of_user and own.self_registered))
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, d.team_id
$$;

-- The person of a tenant who may get a link for a new password at this address: an active membership in a team that
-- takes passwords; the named team first. The address is the stored one, never what somebody typed.
create function control.find_resettable(typed text, in_tenant text, near_team text)
returns table (user_id uuid, email text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  with who as (
    select 0 as rank, u.id, u.email as address from control.users u where u.email = lower(typed)
    union all
    select 1, u.id, a.address from control.users u, unnest(u.additional_emails) a (address)
     where u.additional_emails @> array[lower(typed)] and a.address = lower(typed)
  )
  select w.id, w.address, t.id
  from who w
  join control.directory d on d.user_id = w.id and d.tenant_id = in_tenant and d.status = 'active'
  join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = d.tenant_id and n.status = 'active'
  where t.auth_methods = '{}' or 'password' = any (t.auth_methods)
  order by w.rank, (t.id = near_team) desc, t.id limit 1
$$;

create function control.make_account_link(
  link_id uuid, link_kind text, of_user uuid, in_team text, address text, about jsonb, moment timestamptz, lasts interval
) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.teams t where t.id = in_team and t.tenant_id = public.current_tenant()) then
    raise exception 'team % is not of this tenant', in_team using errcode = 'foreign_key_violation';
  end if;
  insert into control.account_links (id, kind, tenant_id, team_id, user_id, email, details, created_at, expires_at)
  values (link_id, link_kind, public.current_tenant(), in_team, of_user, address, about, moment, moment + lasts);
end $$;

-- The mail goes out now: its link opens, and counts from here. False when it is used up already.
create function control.arm_account_link(link_id uuid, code bytea, moment timestamptz, lasts interval) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.account_links set code_hash = code, expires_at = moment + lasts
   where id = link_id and tenant_id = public.current_tenant() and used_at is null;
  return found;
end $$;

create function control.find_account_link(code bytea)
returns table (id uuid, kind text, tenant_id text, team_id text, user_id uuid, email text, details jsonb, expires_at timestamptz, used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select l.id, l.kind, l.tenant_id, l.team_id, l.user_id, l.email, l.details, l.expires_at, l.used_at
  from control.account_links l
  join control.tenants n on n.id = l.tenant_id and n.status = 'active'
  where l.code_hash = code
$$;

-- True for one caller only, however many come at once.
create function control.use_account_link(code bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.account_links set used_at = moment, details = '{}'
   where code_hash = code and used_at is null and expires_at > moment;
  return found;
end $$;

-- A new password: no open link sets another one, what was counted against the account is forgotten, and the sessions end
-- but for the one named. Answers those.
create function control.change_password(of_user uuid, hash text, moment timestamptz, kept_session uuid)
returns table (session_id uuid, tenant_id text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  perform control.set_password(of_user, hash, moment);
  update control.account_links set used_at = moment where user_id = of_user and kind = 'resetPassword' and used_at is null;
  delete from control.sign_in_failures where key = 'account:' || of_user or key like 'both:' || of_user || ':%';
  return query update control.sessions set ended_at = moment
    where user_id = of_user and ended_at is null and expires_at > moment and id is distinct from kept_session
    returning id, tenant_id;
end $$;

-- Whoever opened a link that was mailed there reads the mails of that address.
create function control.prove_address(of_user uuid, address text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.users set is_email_verified = true, updated_at = moment
   where id = of_user and email = address and not is_email_verified;
  return exists (select from control.users where id = of_user and (email = address or additional_emails @> array[address]));
end $$;

-- The address of a person may be changed from inside a tenant only while the person belongs nowhere else; the new one is
-- not proved.
create or replace function control.set_user_email(of_user uuid, address text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = public.current_tenant())
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant()) then
    return false;
  end if;
  update control.users
     set is_email_verified = is_email_verified and email is not distinct from nullif(lower(address), ''),
         email = nullif(lower(address), ''), updated_at = moment
   where id = of_user;
  return true;
end $$;

create function control.account_of(of_user uuid) returns table (email text, is_email_verified boolean, password_hash text)
language sql stable security definer set search_path = control, pg_temp as $$
  select u.email, u.is_email_verified, c.password_hash
  from control.users u left join control.credentials c on c.user_id = u.id where u.id = of_user
$$;

-- A new user with a password; false, and nothing is touched, when the address is somebody's.
create function control.register_user(new_id uuid, address text, first text, last text, telephone text, hash text, is_proved boolean, moment timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.users u where u.additional_emails @> array[lower(address)]) then return false; end if;
  insert into control.users (id, email, first_name, last_name, phone, is_email_verified, created_at, updated_at)
  values (new_id, lower(address), first, last, telephone, is_proved, moment, moment)
  on conflict (email) do nothing;
  if not found then return false; end if;
  perform control.set_password(new_id, hash, moment);
  return true;
end $$;

create function control.belongs_to_tenant(of_user uuid, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.directory d where d.user_id = of_user and d.tenant_id = in_tenant)
$$;

-- Of a new user, or of one who made all that they have by registering. Somebody whom another tenant made keeps what that
-- tenant gave.
create function control.mark_self_registered(of_user uuid, in_team text, is_new boolean) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.directory d set self_registered = true
   where d.user_id = of_user and d.team_id = in_team and d.tenant_id = public.current_tenant()
     and (is_new or exists (select from control.directory own where own.user_id = of_user and own.self_registered))
$$;

create function control.registration_tags(of_team text) returns text[]
language sql stable security definer set search_path = control, pg_temp as $$
  select t.registration_tags from control.teams t where t.id = of_team and t.tenant_id = public.current_tenant()
$$;

create function control.forget_old_account_links(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.account_links where expires_at < moment - interval '7 days'
$$;

-- Settings of a tenant and of its teams, for superadministrators: the callers prove the role before they ask.
create function control.find_tenant_settings(wanted text) returns table (settings jsonb, teams jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.settings,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'displayName', t.display_name, 'supportEmail', t.support_email,
                     'termsAndConditionsUrl', t.terms_and_conditions_url, 'registrationTags', t.registration_tags) order by t.id)
                   from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]')
  from control.tenants n where n.id = wanted
$$;

create function control.change_team(of_team text, change jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams t
     set support_email = coalesce(change ->> 'supportEmail', t.support_email),
         terms_and_conditions_url = coalesce(change ->> 'termsAndConditionsUrl', t.terms_and_conditions_url),
         registration_tags = case when change ? 'registrationTags'
           then coalesce((select array_agg(x) from jsonb_array_elements_text(change -> 'registrationTags') x), '{}')
           else t.registration_tags end,
         updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted';
  return found;
end $$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'find_resettable', 'make_account_link', 'arm_account_link', 'find_account_link', 'use_account_link', 'change_password',
    'prove_address', 'account_of', 'register_user', 'belongs_to_tenant', 'mark_self_registered', 'registration_tags',
    'forget_old_account_links', 'find_tenant_settings', 'change_team'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
revoke all on control.account_links from public;
