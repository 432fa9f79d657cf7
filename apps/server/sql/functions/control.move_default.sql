-- Sets the team that the person enters first.
create or replace function control.move_default(of_user uuid, to_team text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.directory
     set is_default = (team_id = to_team), last_used_at = case when team_id = to_team then moment else last_used_at end
   where user_id = of_user
     and exists (select from control.directory own where own.user_id = of_user and own.team_id = to_team
                 and own.tenant_id = public.current_tenant())
$$;

grant execute on function control.move_default to learnt_app;
