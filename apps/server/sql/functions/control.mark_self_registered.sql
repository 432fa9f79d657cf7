-- Marks a membership as self-registered if the user is new or has registered themselves before. A user created by a
-- tenant keeps the mark that it gave.
create or replace function control.mark_self_registered(of_user uuid, in_team text, is_new boolean) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.directory d set self_registered = true
   where d.user_id = of_user and d.team_id = in_team and d.tenant_id = public.current_tenant()
     and (is_new or exists (select from control.directory own where own.user_id = of_user and own.self_registered))
$$;

grant execute on function control.mark_self_registered to learnt_app;
