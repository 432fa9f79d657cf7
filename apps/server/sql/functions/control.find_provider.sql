-- A provider with its sealed secret, if its team and tenant are open.
create or replace function control.find_provider(of_id uuid) returns setof control.provider_view
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.tenant_id, p.team_id, p.kind, p.name, p.color, p.config, p.secret, p.is_enabled, p.set_by_superadmin, p.revision
  from control.providers p
  join control.teams t on t.id = p.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = p.tenant_id
  where p.id = of_id
$$;

grant execute on function control.find_provider to learnt_app;
