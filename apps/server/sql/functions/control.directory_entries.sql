-- directory_entry() of many memberships at once, those that there are.
create or replace function control.directory_entries(of_users uuid[], in_teams text[])
returns table (user_id uuid, team_id text, is_default boolean, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.user_id, d.team_id, d.is_default, d.last_used_at from unnest(of_users, in_teams) as asked (user_id, team_id)
  join control.directory d on d.user_id = asked.user_id and d.team_id = asked.team_id and d.tenant_id = public.current_tenant()
$$;

grant execute on function control.directory_entries to learnt_app;
