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
revoke all on control.hand_overs from public;

-- Whether a session may go on in a team: somebody's active membership, and a method that the team accepts. What one
-- tenant's provider vouched for opens that tenant only; passwords and passkeys are the person's own. And a second factor
-- where the tenant asks for one.
create function control.may_go_on_in(of_session uuid, to_team text, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s
    join control.directory d on d.user_id = s.user_id and d.team_id = to_team and d.status = 'active'
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    join control.tenants n on n.id = d.tenant_id
      and (n.status = 'active' or n.status = 'suspended' and 'superadmin' = any (d.roles))
    where s.id = of_session and s.ended_at is null and s.expires_at > moment and s.acting_id is null
      and s.proven_by = any (case when t.auth_methods = '{}' then array['password'] else t.auth_methods end)
      and (s.proven_by in ('password', 'passkey') or s.proven_tenant_id = d.tenant_id)
      and not control.owes_factor(s.id, to_team))
$$;

-- Of these teams the ones that a session may go on in, for the chooser.
create function control.open_to_session(of_session uuid, team_ids text[], moment timestamptz) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select t from unnest(team_ids) t where control.may_go_on_in(of_session, t, moment)
$$;

create function control.begin_hand_over(
  ticket bytea, of_session uuid, of_user uuid, to_team text, from_host_origin text, return_to text, moment timestamptz, until timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not control.may_go_on_in(of_session, to_team, moment) then return false; end if;
  insert into control.hand_overs (ticket_hash, session_id, user_id, tenant_id, team_id, from_origin, return_path, created_at, expires_at)
  select ticket, s.id, s.user_id, t.tenant_id, t.id, from_host_origin, return_to, moment, until
    from control.sessions s join control.teams t on t.id = to_team
   where s.id = of_session and s.user_id = of_user;
  return found;
end $$;

-- Where a browser that brings this ticket goes to ask for the code; nothing when it is too late.
create function control.origin_of_hand_over(ticket bytea, moment timestamptz) returns text
language sql stable security definer set search_path = control, pg_temp as $$
  select h.from_origin from control.hand_overs h
  where h.ticket_hash = ticket and h.code_hash is null and h.expires_at > moment
$$;

-- The code for the browser of the second host, made once and for the session that asked alone.
create function control.grant_hand_over(
  ticket bytea, of_session uuid, nonce bytea, code bytea, moment timestamptz, until timestamptz
) returns table (tenant_id text, team_id text, return_path text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  return query
    update control.hand_overs h set nonce_hash = nonce, code_hash = code, expires_at = until
     where h.ticket_hash = ticket and h.session_id = of_session and h.code_hash is null and h.expires_at > moment
       and control.may_go_on_in(of_session, h.team_id, moment)
    returning h.tenant_id, h.team_id, h.return_path;
end $$;

-- One caller only, however many come at once, and only the browser that the code was made for. A code that another
-- browser brings is used up by it: whoever has it should not try again.
create function control.take_hand_over(code bytea, nonce bytea, moment timestamptz)
returns table (user_id uuid, tenant_id text, team_id text, roles text[], return_path text, proven_by text, factor text, persists boolean, session_until timestamptz)
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
    select s.user_id, d.tenant_id, d.team_id, d.roles, taken.return_path, s.proven_by, s.factor, s.persists, s.expires_at
      from control.sessions s
      join control.directory d on d.user_id = s.user_id and d.team_id = taken.team_id
     where s.id = taken.session_id;
end $$;

-- The person's first team from now on.
create function control.move_default(of_user uuid, to_team text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.directory
     set is_default = (team_id = to_team), last_used_at = case when team_id = to_team then moment else last_used_at end
   where user_id = of_user
     and exists (select from control.directory own where own.user_id = of_user and own.team_id = to_team
                 and own.tenant_id = public.current_tenant())
$$;

create function control.forget_old_hand_overs(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.hand_overs where expires_at < moment - interval '1 hour'
$$;

-- Columns of the HR feed by which a tenant's people are told apart: in any of its open teams.
create function control.unique_headings(of_tenant text) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select distinct coalesce(h ->> 'field', h ->> 'name')
  from control.teams t, jsonb_array_elements(case when jsonb_typeof(t.feed_headings) = 'array' then t.feed_headings else '[]' end) h
  where t.tenant_id = of_tenant and t.status <> 'deleted' and t.is_active and h -> 'isUniqueAttribute' = 'true'::jsonb
    and coalesce(h ->> 'field', h ->> 'name') is not null
  order by 1
$$;
-- squawk-ignore require-concurrent-index-creation
create index memberships_by_employee on memberships (tenant_id, employee_id) where employee_id <> '';

do $$
declare
  made text;
begin
  foreach made in array array[
    'may_go_on_in', 'open_to_session', 'begin_hand_over', 'origin_of_hand_over', 'grant_hand_over', 'take_hand_over', 'move_default',
    'forget_old_hand_overs', 'unique_headings'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
