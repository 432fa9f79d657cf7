-- For superadministrators. The callers check the role first.
create or replace function control.list_tenants()
returns table (id text, name text, status text, suspended_reason text, deleted_at timestamptz, created_at timestamptz, people bigint, teams jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.name, n.status, n.suspended_reason, n.deleted_at, n.created_at,
         (select count(distinct d.user_id) from control.directory d where d.tenant_id = n.id),
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'displayName', t.display_name,
                     'hosts', coalesce((select jsonb_agg(h.host order by h.host) from control.team_hosts h where h.team_id = t.id), '[]')) order by t.id)
                   from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]')
  from control.tenants n order by n.id
$$;

grant execute on function control.list_tenants to learnt_app;
