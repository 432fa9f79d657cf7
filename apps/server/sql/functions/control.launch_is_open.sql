-- Whether a launch may continue. It ends with its session and, when launched for another person, with the
-- impersonation. It pauses while the session owes a second factor and while the tenant is suspended, even for
-- superadministrators, who may still look.
create or replace function control.launch_is_open(of_session uuid, of_user uuid, of_acting uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s join control.tenants n on n.id = s.tenant_id and n.status = 'active'
    join control.directory d on d.user_id = s.user_id and d.team_id = s.team_id and d.tenant_id = s.tenant_id
    where s.id = of_session and s.ended_at is null and s.expires_at > moment
      and coalesce(coalesce(s.last_used_at, s.created_at) + control.idle_limit(n.settings) >= moment, true)
      and not coalesce(control.owes_factor(s, d.roles, n.settings), false)
      and case when of_acting is null then s.user_id = of_user
          else s.acting_id = of_acting and s.acting_user_id = of_user and control.may_act(s, moment) end)
$$;

grant execute on function control.launch_is_open to learnt_app;
