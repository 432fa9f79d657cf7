-- Second factors: authenticator apps, passkeys, recovery codes, the step between password and session, and fresh proofs.

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
  last_used_at timestamptz
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

-- Until when this device stands for the second factor, and since when: a password set later ends it.
alter table control.known_devices add column trusted_from timestamptz;
alter table control.known_devices add column trusted_until timestamptz;

-- The second factor that was shown for the session; null: none.
alter table control.sessions add column factor text;
-- When the person has last shown password or passkey in it; null: when it began.
alter table control.sessions add column proved_at timestamptz;

-- What there is to ask a person for. The device counts as long as it is trusted and the password is the one of then.
create function control.factor_standing(of_user uuid, device bytea, moment timestamptz)
returns table (has_authenticator boolean, passkey_hosts text[], codes_left integer, is_trusted boolean)
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.authenticators a where a.user_id = of_user and a.secret is not null),
         array(select p.host from control.passkeys p where p.user_id = of_user order by p.host),
         (select count(*)::integer from control.recovery_codes r where r.user_id = of_user and r.used_at is null),
         exists (select from control.known_devices k
                  where k.user_id = of_user and k.device_hash = device and k.trusted_until > moment
                    and not exists (select from control.credentials c where c.user_id = of_user and c.changed_at > k.trusted_from))
$$;

create function control.find_authenticator(of_user uuid)
returns table (secret text, pending_secret text, pending_until timestamptz, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select a.secret, a.pending_secret, a.pending_until, a.created_at, a.last_used_at
  from control.authenticators a where a.user_id = of_user
$$;

create function control.begin_authenticator(of_user uuid, sealed text, until timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.authenticators (user_id, pending_secret, pending_until) values (of_user, sealed, until)
  on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_until = excluded.pending_until
$$;

-- The one that was being set up takes the place of the one before. The step of its first code is used up by it.
create function control.confirm_authenticator(of_user uuid, sealed text, step bigint, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.authenticators
     set secret = pending_secret, pending_secret = null, pending_until = null, last_step = step, created_at = moment, last_used_at = null
   where user_id = of_user and pending_secret = sealed and pending_until > moment;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  return true;
end $$;

-- True for one caller only, however many processes show the same code.
create function control.take_time_step(of_user uuid, step bigint, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.authenticators set last_step = step, last_used_at = moment
   where user_id = of_user and secret is not null and last_step < step;
  return found;
end $$;

create function control.forget_trust(of_user uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.known_devices set trusted_from = null, trusted_until = null where user_id = of_user and trusted_until is not null
$$;

-- Recovery codes are for whoever has a factor to recover.
create function control.drop_idle_codes(of_user uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.recovery_codes r
   where r.user_id = of_user
     and not exists (select from control.authenticators a where a.user_id = of_user and a.secret is not null)
     and not exists (select from control.passkeys p where p.user_id = of_user)
$$;

create function control.remove_authenticator(of_user uuid) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.authenticators where user_id = of_user and secret is not null;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  perform control.drop_idle_codes(of_user);
  return true;
end $$;

create function control.list_passkeys(of_user uuid)
returns table (id uuid, user_id uuid, credential_id bytea, public_key bytea, host text, name text, transports text[], is_synced boolean,
               counter bigint, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.user_id, p.credential_id, p.public_key, p.host, p.name, p.transports, p.is_synced, p.counter, p.created_at, p.last_used_at
  from control.passkeys p where p.user_id = of_user order by p.created_at, p.id
$$;

create function control.find_passkey(credential bytea)
returns table (id uuid, user_id uuid, credential_id bytea, public_key bytea, host text, name text, transports text[], is_synced boolean,
               counter bigint, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.user_id, p.credential_id, p.public_key, p.host, p.name, p.transports, p.is_synced, p.counter, p.created_at, p.last_used_at
  from control.passkeys p where p.credential_id = credential
$$;

-- False when it is known already, or when there are twenty of the person's.
create function control.add_passkey(
  new_id uuid, of_user uuid, credential bytea, key bytea, at_host text, called text, ways text[], synced boolean, signed bigint, moment timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from control.users u where u.id = of_user for update;
  if (select count(*) from control.passkeys p where p.user_id = of_user) >= 20 then return false; end if;
  insert into control.passkeys (id, user_id, credential_id, public_key, host, name, transports, is_synced, counter, created_at)
  values (new_id, of_user, credential, key, at_host, called, ways, synced, signed, moment)
  on conflict (credential_id) do nothing;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  return true;
end $$;

-- False when its count did not go on: a copy of it has signed meanwhile.
create function control.use_passkey(of_passkey uuid, signed bigint, synced boolean, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.passkeys set counter = signed, is_synced = synced, last_used_at = moment
   where id = of_passkey and (counter < signed or (counter = 0 and signed = 0));
  return found;
end $$;

create function control.rename_passkey(of_user uuid, of_passkey uuid, called text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.passkeys set name = called where id = of_passkey and user_id = of_user;
  return found;
end $$;

create function control.remove_passkey(of_user uuid, of_passkey uuid) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.passkeys where id = of_passkey and user_id = of_user;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  perform control.drop_idle_codes(of_user);
  return true;
end $$;

create function control.put_recovery_codes(of_user uuid, hashes bytea[], moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.recovery_codes where user_id = of_user;
  insert into control.recovery_codes (user_id, code_hash, made_at) select of_user, h, moment from unnest(hashes) h
$$;

create function control.use_recovery_code(of_user uuid, code bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.recovery_codes set used_at = moment where user_id = of_user and code_hash = code and used_at is null;
  return found;
end $$;

create function control.belongs_elsewhere(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant())
$$;

-- Takes all of a person's factors away. From inside a tenant only while the person belongs nowhere else; `anywhere` is a
-- superadministrator's, and the callers prove the role before they ask.
create function control.reset_factors(of_user uuid, anywhere boolean) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = public.current_tenant())
     or (not anywhere and control.belongs_elsewhere(of_user)) then
    return false;
  end if;
  delete from control.authenticators where user_id = of_user;
  delete from control.passkeys where user_id = of_user;
  delete from control.recovery_codes where user_id = of_user;
  delete from control.sign_in_steps where user_id = of_user;
  perform control.forget_trust(of_user);
  return true;
end $$;

create function control.trust_device(of_user uuid, device bytea, moment timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.known_devices (user_id, device_hash, last_used_at, trusted_from, trusted_until)
  values (of_user, device, moment, moment, until)
  on conflict (user_id, device_hash) do update
    set last_used_at = excluded.last_used_at, trusted_from = excluded.trusted_from, trusted_until = excluded.trusted_until
$$;

create function control.begin_step(
  token bytea, device bytea, of_user uuid, at_team text, in_tenant text, in_team text, shown jsonb, moment timestamptz, until timestamptz
) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.sign_in_steps (token_hash, device_hash, user_id, page_team_id, tenant_id, team_id, proof, created_at, expires_at)
  values (token, device, of_user, at_team, in_tenant, in_team, shown, moment, until)
$$;

-- The open step of this token on this device. A password set since ends it: what was shown may be the old one.
create function control.find_step(token bytea, device bytea, moment timestamptz)
returns table (user_id uuid, page_team_id text, tenant_id text, team_id text, proof jsonb, tries integer, expires_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.user_id, s.page_team_id, s.tenant_id, s.team_id, s.proof, s.tries, s.expires_at
  from control.sign_in_steps s
  where s.token_hash = token and s.device_hash = device and s.used_at is null and s.expires_at > moment
    and not exists (select from control.credentials c where c.user_id = s.user_id and c.changed_at > s.created_at)
$$;

-- Counts an answer before it is looked at; false when there were enough.
create function control.try_step(token bytea, device bytea, most integer, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.sign_in_steps set tries = tries + 1
   where token_hash = token and device_hash = device and used_at is null and expires_at > moment and tries < most;
  return found;
end $$;

-- True for one caller only.
create function control.use_step(token bytea, device bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.sign_in_steps set used_at = moment
   where token_hash = token and device_hash = device and used_at is null and expires_at > moment;
  return found;
end $$;

create function control.drop_step(token bytea) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.sign_in_steps where token_hash = token
$$;

create function control.use_challenge(challenge bytea, until timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.used_challenges (challenge_hash, expires_at) values (challenge, until) on conflict (challenge_hash) do nothing;
  return found;
end $$;

create function control.note_factor(of_session uuid, of_user uuid, shown text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions set factor = shown where id = of_session and user_id = of_user
$$;

create function control.note_proof(of_session uuid, of_user uuid, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions set proved_at = moment where id = of_session and user_id = of_user
$$;

-- How a session was proved, and when last.
create function control.proof_of_session(of_session uuid, of_user uuid) returns table (proved_at timestamptz, proven_by text, factor text)
language sql stable security definer set search_path = control, pg_temp as $$
  select coalesce(s.proved_at, s.created_at), s.proven_by, s.factor from control.sessions s where s.id = of_session and s.user_id = of_user
$$;

-- A tenant asks more from now on: sessions of those roles that have shown less end, but for the one named.
create function control.end_sessions_without_factor(of_roles text[], kept_session uuid, also_of_providers boolean, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions s set ended_at = moment
    from control.directory d
   where d.user_id = s.user_id and d.team_id = s.team_id and d.tenant_id = s.tenant_id and s.tenant_id = public.current_tenant()
     and d.roles && of_roles and s.factor is null and s.ended_at is null and s.expires_at > moment
     and (also_of_providers or s.proven_by = 'password') and s.id is distinct from kept_session
  returning s.id, s.user_id
$$;

-- Whether a session has shown too little for a team of a tenant that asks for a second factor there.
create function control.owes_factor(of_session uuid, to_team text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s
    join control.directory d on d.user_id = s.user_id and d.team_id = to_team
    join control.tenants n on n.id = d.tenant_id
    where s.id = of_session and s.factor is null
      and jsonb_typeof(n.settings -> 'secondFactor' -> 'requiredFor') = 'array'
      and (n.settings -> 'secondFactor' -> 'requiredFor') ?| d.roles
      and (s.proven_by = 'password' or n.settings -> 'secondFactor' -> 'afterProvider' = 'true'::jsonb))
$$;

create function control.forget_old_factors(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.sign_in_steps where expires_at < moment;
  delete from control.used_challenges where expires_at < moment;
  delete from control.authenticators where secret is null and pending_until < moment;
  update control.authenticators set pending_secret = null, pending_until = null where pending_until < moment;
$$;

drop function control.list_sessions(uuid, timestamptz);

-- The person's open sessions; the tenant says where its browsers are told when it ends.
create function control.list_sessions(of_user uuid, moment timestamptz)
returns table (id uuid, tenant_id text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, user_agent text,
               address text, proven_by text, factor text)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.id, s.tenant_id, s.created_at, s.last_seen_at, s.expires_at, s.user_agent, s.address, s.proven_by, s.factor
  from control.sessions s join control.tenants n on n.id = s.tenant_id
  where s.user_id = of_user and s.ended_at is null and s.expires_at > moment
    and coalesce(coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings) >= moment, true)
  order by s.last_seen_at desc limit 200
$$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'factor_standing', 'find_authenticator', 'begin_authenticator', 'confirm_authenticator', 'take_time_step', 'forget_trust',
    'drop_idle_codes', 'remove_authenticator', 'list_passkeys', 'find_passkey', 'add_passkey', 'use_passkey', 'rename_passkey',
    'remove_passkey', 'put_recovery_codes', 'use_recovery_code', 'belongs_elsewhere', 'reset_factors', 'trust_device', 'begin_step',
    'find_step', 'try_step', 'use_step', 'drop_step', 'use_challenge', 'note_factor', 'note_proof', 'proof_of_session',
    'end_sessions_without_factor', 'owes_factor', 'forget_old_factors', 'list_sessions'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
revoke all on control.authenticators, control.passkeys, control.recovery_codes, control.used_challenges, control.sign_in_steps from public;
