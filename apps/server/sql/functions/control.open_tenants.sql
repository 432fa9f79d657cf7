-- Open tenants, for recurring jobs that run in each.
create or replace function control.open_tenants() returns table (id text, settings jsonb, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.settings, n.created_at from control.tenants n where n.status = 'active' order by n.id
$$;

grant execute on function control.open_tenants to learnt_app;
