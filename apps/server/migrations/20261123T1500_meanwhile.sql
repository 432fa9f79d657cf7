-- Signing in while the password is being changed, going on elsewhere, and passwords that somebody else chose.

-- The tenant whose administrator chose the password, with which the owner of the address need have nothing to do.
alter table control.credentials add column set_in_tenant text;

-- A tenant's administrator may give a first password only to a person who has none and belongs nowhere else (readings).
create or replace function control.set_first_password(of_user uuid, hash text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.credentials c where c.user_id = of_user)
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant()) then
    return false;
  end if;
  perform control.set_password(of_user, hash, moment);
  update control.credentials set set_in_tenant = public.current_tenant() where user_id = of_user;
  return true;
end $$;

-- All active memberships of a person; teams with status deleted are left out, and suspended tenants, where only
-- superadministrators may still look. Until an address is proved, its account may be anybody's: of whoever registered with
-- it, or of whoever knows the password that an administrator chose. What others gave to that address is not theirs.
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
  left join control.credentials c on c.user_id = d.user_id
  where d.user_id = of_user and d.status = 'active'
    and (u.is_email_verified
         or coalesce(c.set_in_tenant, d.tenant_id) = d.tenant_id
            and (d.self_registered
                 or not exists (select from control.directory own where own.user_id = of_user and own.self_registered)))
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, d.team_id
$$;

-- The same password, hashed anew: nothing was changed for anybody, and what was set meanwhile stays.
create function control.refresh_password(of_user uuid, checked bytea, hash text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.credentials set password_hash = hash
   where user_id = of_user and sha256(convert_to(password_hash, 'UTF8')) = checked
$$;

-- A new password: no open link sets another one, what was counted against the account is forgotten, and the sessions end
-- but for the one named. Answers those. Whoever is signing in meanwhile is waited for, or waits, at the memberships, as
-- who is being suspended: open_session() looks at the password after that.
create or replace function control.change_password(of_user uuid, hash text, moment timestamptz, kept_session uuid)
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
    returning id, tenant_id;
end $$;

drop function control.open_session(uuid, bytea, uuid, text, text, text, boolean, text, text, timestamptz, timestamptz);
-- The membership is noted as used first: who is suspending it, or changing the password, meanwhile is waited for, and no
-- session comes after that. `checked`: SHA-256 of the stored hash that the password was compared with.
create function control.open_session(
  session_id uuid, token bytea, of_user uuid, in_tenant text, in_team text, proof text, persist boolean,
  agent text, from_address text, moment timestamptz, until timestamptz, checked bytea default null
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
  insert into control.sessions (id, token_hash, user_id, tenant_id, team_id, proven_by, proven_tenant_id, persists, user_agent, address, created_at, last_seen_at, expires_at)
  values (session_id, token, of_user, in_tenant, in_team, proof, in_tenant, persist, left(agent, 400), left(from_address, 60), moment, moment, until);
end $$;

drop function control.take_hand_over(bytea, bytea, timestamptz);
-- One caller only, however many come at once, and only the browser that the code was made for. A code that another
-- browser brings is used up by it: whoever has it should not try again.
create function control.take_hand_over(code bytea, nonce bytea, moment timestamptz)
returns table (user_id uuid, tenant_id text, team_id text, roles text[], return_path text, proven_by text, factor text, persists boolean,
               session_until timestamptz, proved_at timestamptz)
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
           coalesce(s.proved_at, s.created_at)
      from control.sessions s
      join control.directory d on d.user_id = s.user_id and d.team_id = taken.team_id
     where s.id = taken.session_id;
end $$;

-- Whoever reads the mails of an address that nobody had proved takes the account over, by a new password: what somebody
-- else may have added to it before opens nothing any more. Of an account whose address is proved it takes nothing.
create function control.take_over_unproved(of_user uuid, address text) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.users u where u.id = of_user and u.email = address and not u.is_email_verified) then return; end if;
  perform control.reset_factors(of_user, true);
  delete from control.identities where user_id = of_user;
end $$;

do $$
declare
  made text;
begin
  foreach made in array array['refresh_password', 'open_session', 'take_hand_over', 'take_over_unproved'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
