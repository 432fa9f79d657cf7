-- Copies a membership into the directory; called in the membership's own transaction, for its own tenant only. Returns
-- the sessions that this ended: those of inactive memberships, and (by the trigger) those of a new superadministrator.
create or replace function control.put_directory(of_user uuid, in_team text, new_status text, new_roles text[], new_username text, moment timestamptz) returns setof uuid
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.teams t where t.id = in_team and t.tenant_id = public.current_tenant()) then
    raise exception 'team % is not of this tenant', in_team using errcode = 'foreign_key_violation';
  end if;
  insert into control.directory (user_id, team_id, tenant_id, status, roles, username, created_at)
  values (of_user, in_team, public.current_tenant(), new_status, new_roles, nullif(new_username, ''), moment)
  on conflict (user_id, team_id) do update
    set status = excluded.status, roles = excluded.roles, username = excluded.username;
  perform control.keep_usernames(array[of_user]);
  if 'superadmin' = any (new_roles) then
    return query select s.id from control.sessions s
      where s.user_id = of_user and s.proven_tenant_id = public.current_tenant() and s.is_bound and s.ended_at = now();
  end if;
  if new_status <> 'active' then
    return query update control.sessions set ended_at = moment
      where user_id = of_user and team_id = in_team and ended_at is null returning id;
  end if;
end $$;

grant execute on function control.put_directory to learnt_app;
