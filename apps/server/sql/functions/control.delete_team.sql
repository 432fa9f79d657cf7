-- Frees the team's host names. People's records stay in the tenant.
create or replace function control.delete_team(of_team text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams set status = 'deleted', is_active = false, main_domain = '', updated_at = moment
   where id = of_team and tenant_id = public.current_tenant() and status <> 'deleted' and not is_default;
  if not found then return false; end if;
  delete from control.team_hosts where team_id = of_team;
  return true;
end $$;

grant execute on function control.delete_team to learnt_app;
