create or replace function control.find_okta_providers(of_team text) returns setof control.provider_view
language sql stable security definer set search_path = control, pg_temp as $$
  select v.* from control.providers p cross join lateral control.find_provider(p.id) v
  where p.team_id = of_team and p.kind = 'okta' order by p.created_at, p.id
$$;

grant execute on function control.find_okta_providers to learnt_app;
