-- What opens an account everywhere is given to its person alone, and sessions that come of one another end together.

-- One tenant's alone, with nothing of the person's own: then the word of that tenant's provider is all there is.
create function control.stands_alone(of_user uuid, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (select from control.credentials c where c.user_id = of_user)
     and not exists (select from control.passkeys p where p.user_id = of_user)
     and not exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> in_tenant)
$$;

-- When the person last showed who they are; null where another's word is all that was shown. That word opens its tenant,
-- and what would open others may not be changed by it.
create function control.proved_when(session control.sessions) returns timestamptz
language sql stable security definer set search_path = control, pg_temp as $$
  select coalesce(session.proved_at,
    case when session.proven_by in ('password', 'passkey') or control.stands_alone(session.user_id, session.proven_tenant_id)
      then session.created_at end)
$$;

create or replace function control.proof_of_session(of_session uuid, of_user uuid) returns table (proved_at timestamptz, proven_by text, factor text)
language sql stable security definer set search_path = control, pg_temp as $$
  select control.proved_when(s), s.proven_by, s.factor from control.sessions s where s.id = of_session and s.user_id = of_user
$$;

-- As before, with the proof as above.
create or replace function control.take_hand_over(code bytea, nonce bytea, moment timestamptz)
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
           control.proved_when(s)
      from control.sessions s
      join control.directory d on d.user_id = s.user_id and d.team_id = taken.team_id
     where s.id = taken.session_id;
end $$;

-- The first of those that a session was carried from, under other host names of the same browser.
alter table control.sessions add column chain_id uuid;

drop function control.carry_provider_session(bytea, uuid);
-- The session at a provider goes along, and signing out of one signs out of all.
create function control.carry_session(code bytea, to_session uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.provider_sessions (session_id, tenant_id, provider_id, subject, sid, hint)
  select to_session, k.tenant_id, k.provider_id, k.subject, k.sid, k.hint
  from control.hand_overs h join control.provider_sessions k on k.session_id = h.session_id
  where h.code_hash = code
  on conflict (session_id) do nothing;
  update control.sessions s set chain_id = coalesce(before.chain_id, before.id)
    from control.hand_overs h join control.sessions before on before.id = h.session_id
   where h.code_hash = code and s.id = to_session and s.user_id = before.user_id
$$;

-- A session and those that it was carried from or to, as far as they are open.
create function control.sessions_of_chain(of_session uuid, of_user uuid, moment timestamptz) returns table (id uuid, tenant_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select o.id, o.tenant_id
  from control.sessions s
  join control.sessions o on o.user_id = s.user_id and coalesce(o.chain_id, o.id) = coalesce(s.chain_id, s.id)
  where s.id = of_session and s.user_id = of_user and o.ended_at is null and o.expires_at > moment
$$;

drop function control.list_memberships(uuid);
-- As before. An account that nobody has proved and that has no password was made by a tenant: until it is proved, what is
-- in it opens that tenant alone, and besides the one that vouches for the person, or that they are in.
create function control.list_memberships(of_user uuid, vouched text default null)
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
    and (u.is_email_verified or d.tenant_id = vouched
         or d.tenant_id = case when c.user_id is not null then coalesce(c.set_in_tenant, d.tenant_id)
              else (select own.tenant_id from control.directory own where own.user_id = of_user order by own.created_at, own.team_id limit 1) end
            and (d.self_registered
                 or not exists (select from control.directory own where own.user_id = of_user and own.self_registered)))
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, d.team_id
$$;

-- As before; and while the tenant is suspended nothing that was launched in it goes on, whoever may still look.
create or replace function control.launch_is_open(of_session uuid, of_user uuid, of_acting uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s join control.tenants n on n.id = s.tenant_id and n.status = 'active'
    join control.directory d on d.user_id = s.user_id and d.team_id = s.team_id and d.tenant_id = s.tenant_id
    where s.id = of_session and s.ended_at is null and s.expires_at > moment
      and coalesce(coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings) >= moment, true)
      and not coalesce(control.owes_factor(s, d.roles, n.settings), false)
      and case when of_acting is null then s.user_id = of_user
          else s.acting_id = of_acting and s.acting_user_id = of_user and control.may_act(s, moment) end)
$$;

do $$
declare
  made text;
begin
  foreach made in array array['stands_alone', 'carry_session', 'sessions_of_chain', 'list_memberships'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
revoke all on function control.proved_when(control.sessions) from public;
