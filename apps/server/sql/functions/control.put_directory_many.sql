-- put_directory() for many memberships, each with user_id, team_id, status, roles and username.
create or replace function control.put_directory_many(entries jsonb, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  insert into control.directory (user_id, team_id, tenant_id, status, roles, username, created_at)
  select e.user_id, e.team_id, t.tenant_id, e.status, e.roles, nullif(e.username, ''), moment
    from jsonb_to_recordset(entries) as e (user_id uuid, team_id text, status text, roles text[], username text)
    join control.teams t on t.id = e.team_id and t.tenant_id = public.current_tenant()
   order by e.user_id, e.team_id
  on conflict (user_id, team_id) do update
    set status = excluded.status, roles = excluded.roles, username = excluded.username;
  perform control.keep_usernames(array(
    select distinct e.user_id from jsonb_to_recordset(entries) as e (user_id uuid)));
  return query update control.sessions s set ended_at = moment
    from jsonb_to_recordset(entries) as e (user_id uuid, team_id text, status text)
    join control.teams t on t.id = e.team_id and t.tenant_id = public.current_tenant()
   where e.status <> 'active' and s.user_id = e.user_id and s.team_id = e.team_id and s.ended_at is null
   returning s.id, s.user_id;
end $$;

grant execute on function control.put_directory_many to learnt_app;
