-- For the command line: teams of open tenants in which the person may get a reset link, in the order in which a sign-in
-- chooses.
create or replace function control.find_resettable_anywhere(typed text) returns table (user_id uuid, email text, tenant_id text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select r.user_id, r.email, n.id, r.team_id
  from control.tenants n cross join lateral control.find_resettable(typed, n.id, n.id) r
  join control.directory d on d.user_id = r.user_id and d.team_id = r.team_id
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, n.id
$$;

grant execute on function control.find_resettable_anywhere to learnt_app;
