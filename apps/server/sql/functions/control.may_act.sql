-- Whether the session may still act as the person it names; checked on every request. Acting shows the person's data in
-- the whole tenant, so all of their memberships must be within the administrator's reach, and none may have a higher
-- role.
create or replace function control.may_act(session control.sessions, moment timestamptz) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select session.acting_until > moment and exists (
    select from control.directory own
    join control.directory other on other.user_id = session.acting_user_id and other.team_id = session.acting_team_id
      and other.tenant_id = own.tenant_id and other.status = 'active' and other.user_id <> own.user_id
    join control.teams t on t.id = other.team_id and t.status <> 'deleted' and t.is_active
    where own.user_id = session.user_id and own.team_id = session.team_id and own.tenant_id = session.tenant_id
      and own.status = 'active' and own.roles && array['admin', 'superadmin']
      and not exists (
        select from control.directory one
         where one.user_id = other.user_id and one.tenant_id = own.tenant_id
           and (control.role_rank(one.roles) > control.role_rank(own.roles)
             or not (one.team_id = own.team_id or own.team_id = own.tenant_id or 'superadmin' = any (own.roles))))
      and (other.team_id = own.team_id or own.team_id = own.tenant_id or 'superadmin' = any (own.roles)))
$$;

grant execute on function control.may_act to learnt_app;
