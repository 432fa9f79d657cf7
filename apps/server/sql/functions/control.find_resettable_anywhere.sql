-- For the command line: the teams of open tenants in which somebody may get a link for a new password.
create or replace function control.find_resettable_anywhere(typed text) returns table (user_id uuid, email text, tenant_id text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select r.user_id, r.email, n.id, r.team_id
  from control.tenants n cross join lateral control.find_resettable(typed, n.id, n.id) r
  order by n.id
$$;

grant execute on function control.find_resettable_anywhere to learnt_app;
