create or replace function control.find_account_link(code bytea)
returns table (id uuid, kind text, tenant_id text, team_id text, user_id uuid, email text, details jsonb, expires_at timestamptz, used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select l.id, l.kind, l.tenant_id, l.team_id, l.user_id, l.email, l.details, l.expires_at, l.used_at
  from control.account_links l
  join control.tenants n on n.id = l.tenant_id and n.status = 'active'
  where l.code_hash = code
$$;

grant execute on function control.find_account_link to learnt_app;
