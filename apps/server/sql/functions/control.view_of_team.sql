-- What a team's pages may show before sign-in, with the team's own language if it has one, and without the features
-- that the team switched off.
create or replace function control.view_of_team(wanted text) returns setof control.team_view
language sql stable rows 1 security definer set search_path = control, pg_temp as $$
  select t.id, t.tenant_id, n.name, n.status,
         n.settings
           || case when t.language = '' then '{}' else jsonb_build_object('defaultLocale', t.language) end
           || case when t.features_off = '{}' then '{}' else jsonb_build_object('features',
                coalesce(n.settings -> 'features', '{}')
                || (select jsonb_object_agg(name, false) from unnest(t.features_off) name)) end,
         t.display_name, t.support_email, t.main_domain, t.theme,
         t.auth_providers, t.auth_methods, t.terms_and_conditions_url, t.side_navigation
  from control.teams t join control.tenants n on n.id = t.tenant_id
  where t.id = wanted and t.status <> 'deleted' and t.is_active
$$;

grant execute on function control.view_of_team to learnt_app;
