-- Idle session: a tenant may say that a session which nobody uses ends by itself. What the page asks on its own (reading,
-- the live socket) shows that a browser is there, not that a person is: only `used` counts.

-- Null: not since it began.
alter table control.sessions add column last_used_at timestamptz;
update control.sessions set last_used_at = last_seen_at;

-- How long a session may go unused, by a tenant's settings: the two timeouts that the pages give, the pause after which a
-- page in use says so again, and a minute for slow lines. Null: for as long as it lasts. What is stored and makes no sense
-- is the default, as where the settings are read (platform/tenant/settings.ts).
create function control.idle_limit(settings jsonb) returns interval
language sql immutable security definer set search_path = control, pg_temp as $$
  select 2 * t.timeout + least(t.timeout / 4, interval '5 minutes') + interval '1 minute'
  from (
    select least(interval '30 days',
      case when jsonb_typeof(c.config -> 'expireSessionAfter') = 'number' and c.config ->> 'expireSessionAfter' ~ '^[1-9][0-9]{0,4}$'
        then (c.config ->> 'expireSessionAfter')::int else 30 end
      * case c.config ->> 'unit' when 'hours' then interval '1 hour' when 'days' then interval '24 hours' else interval '1 minute' end
    ) as timeout
    from (select settings -> 'sessionConfig' as config) c
    where c.config -> 'checkUserInactivity' = 'true'::jsonb
  ) t
$$;

drop function control.check_session(bytea, timestamptz);

-- The session of a token, if it is open; membership, team and tenant as they are now, so that a change holds at once.
-- `used`: the person did something, as opposed to a page that asks by itself.
create function control.check_session(token bytea, moment timestamptz, used boolean default false) returns setof control.session_view
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  hit record;
  found_session control.session_view;
begin
  select (s.id, s.user_id, s.tenant_id, s.team_id, d.status, d.roles, n.status,
          case when t.is_active then t.status else 'inactive' end,
          u.email, s.proven_by, s.proven_tenant_id, s.persists, s.created_at, s.last_seen_at, s.expires_at)::control.session_view as view,
         coalesce(s.last_used_at, s.created_at) as last_use, control.idle_limit(n.settings) as allowed
    into hit
    from control.sessions s
    join control.users u on u.id = s.user_id
    join control.directory d on d.user_id = s.user_id and d.team_id = s.team_id and d.tenant_id = s.tenant_id
    join control.teams t on t.id = s.team_id
    join control.tenants n on n.id = s.tenant_id
   where s.token_hash = token and s.ended_at is null and s.expires_at > moment;
  if not found then return; end if;
  found_session := hit.view;
  if hit.last_use + hit.allowed < moment then
    update control.sessions set ended_at = moment where id = found_session.id and ended_at is null;
    return;
  end if;
  -- Once a minute is enough for "last seen", and keeps reading free of writes; where the tenant watches, each use counts
  -- to within a few seconds. Where it does not, everything is use: watching may begin at any time.
  if found_session.last_seen_at < moment - interval '1 minute'
     or (used and hit.allowed is not null and hit.last_use < moment - interval '10 seconds') then
    update control.sessions
       set last_seen_at = moment, last_used_at = case when used or hit.allowed is null then moment else last_used_at end
     where id = found_session.id;
    update control.directory set last_used_at = moment
     where user_id = found_session.user_id and team_id = found_session.team_id;
  end if;
  return next found_session;
end $$;

-- The person's open sessions; the tenant says where its browsers are told when it ends.
create or replace function control.list_sessions(of_user uuid, moment timestamptz)
returns table (id uuid, tenant_id text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, user_agent text, address text)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.id, s.tenant_id, s.created_at, s.last_seen_at, s.expires_at, s.user_agent, s.address
  from control.sessions s join control.tenants n on n.id = s.tenant_id
  where s.user_id = of_user and s.ended_at is null and s.expires_at > moment
    and coalesce(coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings) >= moment, true)
  order by s.last_seen_at desc limit 200
$$;

do $$
declare
  made text;
begin
  foreach made in array array['idle_limit', 'check_session'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
