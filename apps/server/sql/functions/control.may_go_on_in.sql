-- Whether a session may switch to a team: the person is an active member, the team accepts the session's method, a
-- session bound to a tenant stays in it, and a required second factor was shown.
create or replace function control.may_go_on_in(of_session uuid, to_team text, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s
    join control.directory d on d.user_id = s.user_id and d.team_id = to_team and d.status = 'active'
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    join control.tenants n on n.id = d.tenant_id
      and (n.status = 'active' or n.status = 'suspended' and 'superadmin' = any (d.roles))
    where s.id = of_session and s.ended_at is null and s.expires_at > moment and s.acting_id is null
      and s.proven_by = any (case when t.auth_methods = '{}' then array['password'] else t.auth_methods end)
      and (not s.is_bound or s.proven_tenant_id = d.tenant_id)
      and not control.owes_factor(s.id, to_team))
$$;

grant execute on function control.may_go_on_in to learnt_app;
