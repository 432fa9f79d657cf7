-- Keeps the directory equal to memberships, each with user_id, team_id, status, roles and username; called in their own
-- transaction, for its own tenant only. Answers the sessions that this ended: only active memberships have any, and the
-- trigger ends those of somebody who became superadministrator.
create or replace function control.put_directory_many(entries jsonb, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  stranger text;
begin
  select e.team_id into stranger from jsonb_to_recordset(entries) as e (team_id text)
   where not exists (select from control.teams t where t.id = e.team_id and t.tenant_id = public.current_tenant()) limit 1;
  if stranger is not null then
    raise exception 'team % is not of this tenant', stranger using errcode = 'foreign_key_violation';
  end if;
  insert into control.directory (user_id, team_id, tenant_id, status, roles, username, created_at)
  select e.user_id, e.team_id, public.current_tenant(), e.status, e.roles, nullif(e.username, ''), moment
    from jsonb_to_recordset(entries) as e (user_id uuid, team_id text, status text, roles text[], username text)
   order by e.user_id, e.team_id
  on conflict (user_id, team_id) do update
    set status = excluded.status, roles = excluded.roles, username = excluded.username;
  perform control.keep_usernames(array(
    select distinct e.user_id from jsonb_to_recordset(entries) as e (user_id uuid)));
  return query select s.id, s.user_id from control.sessions s
    join jsonb_to_recordset(entries) as e (user_id uuid, roles text[]) on e.user_id = s.user_id and 'superadmin' = any (e.roles)
   where s.proven_tenant_id = public.current_tenant() and s.is_bound and s.ended_at = now();
  return query update control.sessions s set ended_at = moment
    from jsonb_to_recordset(entries) as e (user_id uuid, team_id text, status text)
   where e.status <> 'active' and s.user_id = e.user_id and s.team_id = e.team_id and s.ended_at is null
   returning s.id, s.user_id;
end $$;

grant execute on function control.put_directory_many to learnt_app;
