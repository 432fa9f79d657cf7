-- The newest open sessions of a person, to be shown; of one tenant if named. Each row names the tenant whose live
-- sockets are told when the session ends.
create or replace function control.list_sessions(of_user uuid, moment timestamptz, in_tenant text default null)
returns table (id uuid, tenant_id text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, user_agent text,
               address text, proven_by text, factor text)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.id, s.tenant_id, s.created_at, s.last_seen_at, s.expires_at, s.user_agent, s.address, s.proven_by, s.factor
  from control.sessions s join control.tenants n on n.id = s.tenant_id
  where s.user_id = of_user and s.ended_at is null and s.expires_at > moment and s.tenant_id = coalesce(in_tenant, s.tenant_id)
    and coalesce(coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings) >= moment, true)
  order by s.last_seen_at desc limit 200
$$;

grant execute on function control.list_sessions to learnt_app;
