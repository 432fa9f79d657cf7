-- What opens an account opens no more than whoever set it up may open.

-- The tenant whose word it was made on, and which it opens alone; null: the person's own.
alter table control.passkeys add column set_in_tenant text;

-- What it was proved by opens `proven_tenant_id` alone.
alter table control.sessions add column is_bound boolean not null default false;
update control.sessions set is_bound = true where proven_by not in ('password', 'passkey');
-- What was shown at `proved_at`: something of the person's own, a passkey that is bound, or a provider's word.
alter table control.sessions add column proved_by text check (proved_by in ('own', 'bound', 'word'));

-- Whether what is in the account is its person's: they read the mails of its address, and no administrator has chosen the
-- password, or they have set another one by mail since.
create function control.is_own(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.users u left join control.credentials c on c.user_id = u.id
     where u.id = of_user and u.is_email_verified and c.set_in_tenant is null)
$$;

-- Nothing in it by which the person could show who they are: then a provider's word is all there is.
create function control.is_bare(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (select from control.credentials c where c.user_id = of_user)
     and not exists (select from control.passkeys p where p.user_id = of_user)
$$;

-- Whether there is a password, and no other tenant's administrator has chosen it.
create function control.password_opens(of_user uuid, tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.credentials c where c.user_id = of_user and coalesce(c.set_in_tenant, tenant) = tenant)
$$;

-- Nobody's but this tenant's: whatever is done to the account touches no other one.
create function control.is_alone(of_user uuid, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (
    select from control.directory d join control.tenants n on n.id = d.tenant_id and n.status not in ('deleted', 'removing')
     where d.user_id = of_user and d.tenant_id <> in_tenant)
$$;

-- Until now the oldest tenant was the one that had made an account which nobody has proved.
update control.passkeys p set set_in_tenant = coalesce(
    (select c.set_in_tenant from control.credentials c where c.user_id = p.user_id),
    (select d.tenant_id from control.directory d where d.user_id = p.user_id order by d.created_at, d.team_id limit 1))
 where not control.is_own(p.user_id);
-- Of whoever has no password, and is in one tenant only, a passkey was made on its word.
update control.passkeys p set set_in_tenant = d.tenant_id
  from (select user_id, min(tenant_id) as tenant_id from control.directory group by user_id having count(distinct tenant_id) = 1) d
 where d.user_id = p.user_id and p.set_in_tenant is null
   and not exists (select from control.credentials c where c.user_id = p.user_id);
update control.sessions s set is_bound = true
 where s.proven_by = 'passkey' and exists (select from control.passkeys p where p.user_id = s.user_id and p.set_in_tenant is not null);

-- Whether the session has shown what is the person's own, of an account that is.
create function control.shows_own(session control.sessions) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select (not session.is_bound or session.proved_by is not distinct from 'own') and control.is_own(session.user_id)
$$;

-- When the person last showed who they are; null where that was not shown well enough for what touches other tenants too.
create or replace function control.proved_when(session control.sessions) returns timestamptz
language sql stable security definer set search_path = control, pg_temp as $$
  select case when control.shows_own(session)
      or control.is_alone(session.user_id, session.proven_tenant_id)
         and (session.proven_by in ('password', 'passkey') or coalesce(session.proved_by, 'word') <> 'word' or control.is_bare(session.user_id))
    then coalesce(session.proved_at, session.created_at) end
$$;

drop function control.stands_alone(uuid, text);

drop function control.proof_of_session(uuid, uuid);
-- How a session was proved, and when last.
create function control.proof_of_session(of_session uuid, of_user uuid)
returns table (proved_at timestamptz, proven_by text, factor text, is_own boolean, is_bound boolean, proved_by text)
language sql stable security definer set search_path = control, pg_temp as $$
  select control.proved_when(s), s.proven_by, s.factor, control.shows_own(s), s.is_bound, s.proved_by
  from control.sessions s where s.id = of_session and s.user_id = of_user
$$;

drop function control.note_proof(uuid, uuid, timestamptz);
create function control.note_proof(of_session uuid, of_user uuid, moment timestamptz, shown text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions set proved_at = moment, proved_by = shown where id = of_session and user_id = of_user
$$;

create or replace function control.proof_for_step(of_session uuid, of_user uuid)
returns table (proven_by text, proven_tenant_id text, persists boolean)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.proven_by, case when s.is_bound then s.proven_tenant_id end, s.persists
  from control.sessions s where s.id = of_session and s.user_id = of_user and s.ended_at is null
$$;

drop function control.open_session(uuid, bytea, uuid, text, text, text, boolean, text, text, timestamptz, timestamptz, bytea);
-- As before. `bound`: it opens this tenant alone; a provider's word never opens another one.
create function control.open_session(
  session_id uuid, token bytea, of_user uuid, in_tenant text, in_team text, proof text, persist boolean,
  agent text, from_address text, moment timestamptz, until timestamptz, checked bytea default null, bound boolean default false
) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.directory d set last_used_at = moment
   where d.user_id = of_user and d.team_id = in_team and d.tenant_id = in_tenant and d.status = 'active';
  if not found then
    raise exception 'no active membership' using errcode = 'insufficient_privilege';
  end if;
  if checked is not null and not exists (
    select from control.credentials c where c.user_id = of_user and sha256(convert_to(c.password_hash, 'UTF8')) = checked
  ) then
    raise exception 'another password' using errcode = 'invalid_password';
  end if;
  insert into control.sessions (id, token_hash, user_id, tenant_id, team_id, proven_by, proven_tenant_id, is_bound, persists, user_agent, address, created_at, last_seen_at, expires_at)
  values (session_id, token, of_user, in_tenant, in_team, proof, in_tenant, bound or proof not in ('password', 'passkey'), persist,
          left(agent, 400), left(from_address, 60), moment, moment, until);
end $$;

-- As before, by what the session is bound to.
create or replace function control.may_go_on_in(of_session uuid, to_team text, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s
    join control.directory d on d.user_id = s.user_id and d.team_id = to_team and d.status = 'active'
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    join control.tenants n on n.id = d.tenant_id
      and (n.status = 'active' or n.status = 'suspended' and 'superadmin' = any (d.roles))
    where s.id = of_session and s.ended_at is null and s.expires_at > moment and s.acting_id is null
      and s.proven_by = any (case when t.auth_methods = '{}' then array['password'] else t.auth_methods end)
      and (not s.is_bound or s.proven_tenant_id = d.tenant_id)
      and not control.owes_factor(s.id, to_team))
$$;

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
     and (not s.is_bound or s.proven_tenant_id = d.tenant_id);
  if not found then return; end if;
  update control.sessions set tenant_id = target.tenant_id, team_id = target.team_id where id = session_id and user_id = of_user and ended_at is null;
  if not found then return; end if;
  update control.directory set is_default = (team_id = to_team), last_used_at = case when team_id = to_team then moment else last_used_at end
   where user_id = of_user;
  return query select * from control.view_of_team(to_team);
end $$;

drop function control.take_hand_over(bytea, bytea, timestamptz);
-- As before, with what the session is bound to and has shown.
create function control.take_hand_over(code bytea, nonce bytea, moment timestamptz)
returns table (user_id uuid, tenant_id text, team_id text, roles text[], return_path text, proven_by text, factor text, persists boolean,
               session_until timestamptz, proved_at timestamptz, proved_by text, is_bound boolean)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  taken control.hand_overs;
begin
  update control.hand_overs h set used_at = moment
   where h.code_hash = code and h.used_at is null and h.expires_at > moment
  returning h.* into taken;
  if not found or taken.nonce_hash is distinct from nonce
     or not control.may_go_on_in(taken.session_id, taken.team_id, moment) then
    return;
  end if;
  return query
    select s.user_id, d.tenant_id, d.team_id, d.roles, taken.return_path, s.proven_by, s.factor, s.persists, s.expires_at,
           coalesce(s.proved_at, s.created_at), s.proved_by, s.is_bound
      from control.sessions s
      join control.directory d on d.user_id = s.user_id and d.team_id = taken.team_id
     where s.id = taken.session_id;
end $$;

drop function control.list_memberships(uuid, text);
-- As before. An account that is not its person's yet was made by a tenant, or registered by nobody knows whom: until it is,
-- its password opens the tenant that it was set in, and any session besides the tenant that vouches for the person, or that
-- they are in. `proved`: as it will be once the address is proved and the password set by mail.
create function control.list_memberships(of_user uuid, vouched text default null, proved boolean default false)
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
  left join control.credentials c on c.user_id = d.user_id
  where d.user_id = of_user and d.status = 'active'
    and (proved or u.is_email_verified and c.set_in_tenant is null or d.tenant_id = vouched
         -- The address was moved: their own passkey still opens the only tenant they are in.
         or u.was_proved and c.user_id is null and control.is_alone(of_user, d.tenant_id)
         or c.user_id is not null and d.tenant_id = coalesce(c.set_in_tenant, d.tenant_id)
            and (d.self_registered or u.is_email_verified
                 or not exists (select from control.directory own where own.user_id = of_user and own.self_registered)))
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, d.team_id
$$;

-- Whoever reads the mails of the address sets a new password: it is theirs from then on. What somebody else may have added
-- to an account that nobody had proved opens nothing any more; of one with an address that is or was proved it takes nothing.
create or replace function control.take_over_unproved(of_user uuid, address text) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.credentials c set set_in_tenant = null from control.users u
   where c.user_id = of_user and u.id = of_user and u.email = address;
  if not exists (
    select from control.users u
     where u.id = of_user and u.email = address and not u.is_email_verified and not u.was_proved) then return; end if;
  perform control.reset_factors(of_user, true);
  delete from control.identities where user_id = of_user;
end $$;

drop function control.change_password(uuid, text, timestamptz, uuid);
-- As before. `only_tenant`: of the sessions those there alone, and what the former password has opened, for whoever has not
-- shown what is their own.
create function control.change_password(of_user uuid, hash text, moment timestamptz, kept_session uuid, only_tenant text default null)
returns table (session_id uuid, tenant_id text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  perform from control.directory d where d.user_id = of_user order by d.team_id for update;
  perform control.set_password(of_user, hash, moment);
  update control.account_links set used_at = moment where user_id = of_user and kind = 'resetPassword' and used_at is null;
  delete from control.sign_in_failures where key = 'account:' || of_user or key like 'both:' || of_user || ':%';
  return query update control.sessions set ended_at = moment
    where user_id = of_user and ended_at is null and expires_at > moment and id is distinct from kept_session
      and (only_tenant is null or tenant_id = only_tenant or proven_by = 'password')
    returning id, tenant_id;
end $$;

drop function control.factor_standing(uuid, bytea, timestamptz);
-- As before, with the tenant that each passkey is bound to, in the order of the hosts.
create function control.factor_standing(of_user uuid, device bytea, moment timestamptz)
returns table (has_authenticator boolean, passkey_hosts text[], passkey_tenants text[], codes_left integer, is_trusted boolean)
language sql stable security definer rows 1 set search_path = control, pg_temp as $$
  select exists (select from control.authenticators a where a.user_id = of_user and a.secret is not null),
         array(select p.host from control.passkeys p where p.user_id = of_user order by p.host, p.id),
         array(select p.set_in_tenant from control.passkeys p where p.user_id = of_user order by p.host, p.id),
         (select count(*)::integer from control.recovery_codes r where r.user_id = of_user and r.used_at is null),
         exists (select from control.known_devices k
                  where k.user_id = of_user and k.device_hash = device and k.trusted_until > moment
                    and not exists (select from control.credentials c where c.user_id = of_user and c.changed_at > k.trusted_from))
$$;

drop function control.list_passkeys(uuid);
create function control.list_passkeys(of_user uuid)
returns table (id uuid, user_id uuid, credential_id bytea, public_key bytea, host text, name text, transports text[], is_synced boolean,
               counter bigint, created_at timestamptz, last_used_at timestamptz, set_in_tenant text)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.user_id, p.credential_id, p.public_key, p.host, p.name, p.transports, p.is_synced, p.counter, p.created_at, p.last_used_at,
         p.set_in_tenant
  from control.passkeys p where p.user_id = of_user order by p.created_at, p.id
$$;

drop function control.find_passkey(bytea);
create function control.find_passkey(credential bytea)
returns table (id uuid, user_id uuid, credential_id bytea, public_key bytea, host text, name text, transports text[], is_synced boolean,
               counter bigint, created_at timestamptz, last_used_at timestamptz, set_in_tenant text)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.user_id, p.credential_id, p.public_key, p.host, p.name, p.transports, p.is_synced, p.counter, p.created_at, p.last_used_at,
         p.set_in_tenant
  from control.passkeys p where p.credential_id = credential
$$;

drop function control.add_passkey(uuid, uuid, bytea, bytea, text, text, text[], boolean, bigint, timestamptz);
-- False when it is known already, or when there are twenty of the person's.
create function control.add_passkey(
  new_id uuid, of_user uuid, credential bytea, key bytea, at_host text, called text, ways text[], synced boolean, signed bigint, moment timestamptz,
  in_tenant text
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from control.users u where u.id = of_user for update;
  if (select count(*) from control.passkeys p where p.user_id = of_user) >= 20 then return false; end if;
  insert into control.passkeys (id, user_id, credential_id, public_key, host, name, transports, is_synced, counter, created_at, set_in_tenant)
  values (new_id, of_user, credential, key, at_host, called, ways, synced, signed, moment, in_tenant)
  on conflict (credential_id) do nothing;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  return true;
end $$;

-- A session that goes on in a tenant owes a factor there also where it is asked of whoever signs in there: of the person's
-- that count in that tenant, the passkeys that are bound to it were not asked for at the sign-in elsewhere.
create or replace function control.owes_factor(of_session uuid, to_team text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s
    join control.directory d on d.user_id = s.user_id and d.team_id = to_team
    join control.tenants n on n.id = d.tenant_id
    where s.id = of_session
      and (control.owes_factor(s, d.roles, n.settings)
           or s.factor is null and (s.proven_by = 'password' or n.settings -> 'secondFactor' -> 'afterProvider' = 'true'::jsonb)
              and exists (select from control.passkeys p where p.user_id = s.user_id and p.set_in_tenant = d.tenant_id)))
$$;

-- As before; what opens another tenant alone is no other way into this one.
create or replace function control.has_other_way(of_user uuid, without_identity uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    cross join lateral (select case when t.auth_methods = '{}' then array['password'] else t.auth_methods end as taken) m
    where d.user_id = of_user and d.tenant_id = public.current_tenant() and d.status = 'active'
      and ('password' = any (m.taken) and control.password_opens(of_user, d.tenant_id)
        or 'passkey' = any (m.taken) and exists (
             select from control.passkeys k where k.user_id = of_user and coalesce(k.set_in_tenant, d.tenant_id) = d.tenant_id)
        or exists (
          select from control.identities i
          join control.providers p on p.id = i.provider_id and p.is_enabled
          join control.teams o on o.id = p.team_id and o.status <> 'deleted' and o.is_active
          where i.user_id = of_user and i.tenant_id = d.tenant_id and i.id <> without_identity
            and control.methods_of_kind(p.kind) && m.taken and control.methods_of_kind(p.kind) && o.auth_methods)))
$$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'is_own', 'is_bare', 'is_alone', 'password_opens', 'proof_of_session', 'note_proof', 'open_session', 'take_hand_over', 'list_memberships', 'change_password',
    'factor_standing', 'list_passkeys', 'find_passkey', 'add_passkey'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
revoke all on function control.shows_own(control.sessions) from public;
