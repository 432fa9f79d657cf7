-- Chooses the team of a browser: the remembered one unless its tenant is deleted, the exact host, the first label of a
-- sub-domain of a primary domain (null: the host has none), the fallback. If the fallback does not exist and there is
-- one tenant, its default team.
create or replace function control.find_team(host text, label text, hinted_team text, hinted_tenant text, fallback text)
returns setof control.team_view
language sql stable rows 1 security definer set search_path = control, pg_temp as $$
  with candidates as (
    select 0 as rank, t.id from control.teams t join control.tenants n on n.id = t.tenant_id and n.status in ('active', 'suspended')
     where t.id = hinted_team and (hinted_tenant is null or t.tenant_id = hinted_tenant)
    union all select 1, h.team_id from control.team_hosts h where h.host = find_team.host
    union all select 2, t.id from control.teams t where t.id = label
    union all select 3, t.id from control.teams t where t.id = fallback
    union all select 4, t.id from control.teams t where t.is_default and (select count(*) from control.tenants) = 1
  )
  select v.* from candidates c cross join lateral control.view_of_team(c.id) v order by c.rank, v.id limit 1
$$;

grant execute on function control.find_team to learnt_app;
