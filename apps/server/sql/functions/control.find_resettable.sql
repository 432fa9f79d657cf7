-- Finds the person of a tenant who may get a reset link at this address: an active member of a team that accepts
-- passwords, the named team first. Returns the stored address, never the typed one.
create or replace function control.find_resettable(typed text, in_tenant text, near_team text)
returns table (user_id uuid, email text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  with who as (
    select 0 as rank, u.id, u.email as address from control.users u where u.email = lower(typed)
    union all
    select 1, u.id, a.address from control.users u, unnest(u.additional_emails) a (address)
     where u.additional_emails @> array[lower(typed)] and a.address = lower(typed)
  )
  select w.id, w.address, t.id
  from who w
  join control.directory d on d.user_id = w.id and d.tenant_id = in_tenant and d.status = 'active'
  join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = d.tenant_id and n.status = 'active'
  where t.auth_methods = '{}' or 'password' = any (t.auth_methods)
  order by w.rank, (t.id = near_team) desc, t.id limit 1
$$;

grant execute on function control.find_resettable to learnt_app;
