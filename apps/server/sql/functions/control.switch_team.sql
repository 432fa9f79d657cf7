-- Switches the session to another team of the person, which becomes their default. The team must accept the session's
-- sign-in method (no methods given: password). A provider's sign-in opens its own tenant only.
create or replace function control.switch_team(session_id uuid, of_user uuid, to_team text, moment timestamptz) returns setof control.team_view
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  target control.directory;
begin
  select d.* into target from control.directory d
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    join control.tenants n on n.id = d.tenant_id
      and (n.status = 'active' or n.status = 'suspended' and 'superadmin' = any (d.roles))
    join control.sessions s on s.id = session_id and s.user_id = of_user and s.ended_at is null
   where d.user_id = of_user and d.team_id = to_team and d.status = 'active'
     and s.proven_by = any (case when t.auth_methods = '{}' then array['password'] else t.auth_methods end)
     and (not s.is_bound or s.proven_tenant_id = d.tenant_id);
  if not found then return; end if;
  update control.sessions set tenant_id = target.tenant_id, team_id = target.team_id where id = session_id and user_id = of_user and ended_at is null;
  if not found then return; end if;
  update control.directory set is_default = (team_id = to_team), last_used_at = case when team_id = to_team then moment else last_used_at end
   where user_id = of_user;
  return query select * from control.view_of_team(to_team);
end $$;

grant execute on function control.switch_team to learnt_app;
