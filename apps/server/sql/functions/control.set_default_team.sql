-- The team that a person of this tenant enters first; for seeding and imports.
create or replace function control.set_default_team(of_user uuid, in_team text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.directory d set is_default = (d.team_id = in_team)
  where d.user_id = of_user and d.tenant_id = public.current_tenant()
    and exists (select from control.directory own where own.user_id = of_user and own.team_id = in_team and own.tenant_id = public.current_tenant())
$$;

grant execute on function control.set_default_team to learnt_app;
