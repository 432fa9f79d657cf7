create or replace function control.create_provider(
  new_id uuid, in_team text, of_kind text, called text, in_color text, with_config jsonb, with_secret text, enabled boolean, by_superadmin boolean,
  moment timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.providers (id, tenant_id, team_id, kind, name, color, config, secret, is_enabled, set_by_superadmin, created_at, updated_at)
  select new_id, t.tenant_id, t.id, of_kind, called, in_color, with_config, with_secret, enabled, by_superadmin, moment, moment
    from control.teams t where t.id = in_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted';
  if not found then return false; end if;
  perform control.publish_providers(in_team, moment);
  return true;
end $$;

grant execute on function control.create_provider to learnt_app;
