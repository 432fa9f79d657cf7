create or replace function control.find_tenant(wanted text)
returns table (id text, name text, status text, suspended_reason text, suspended_at timestamptz, deleted_at timestamptz,
               created_at timestamptz, settings jsonb, people bigint, teams jsonb, domains jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.name, n.status, n.suspended_reason, n.suspended_at, n.deleted_at, n.created_at, n.settings,
         (select count(distinct d.user_id) from control.directory d where d.tenant_id = n.id),
         coalesce((
           select jsonb_agg(jsonb_build_object(
             'id', t.id, 'displayName', t.display_name, 'supportEmail', t.support_email, 'language', t.language, 'mainDomain', t.main_domain,
             'domain', coalesce((select jsonb_agg(h.host order by h.host) from control.team_hosts h where h.team_id = t.id), '[]'),
             'isDefault', t.is_default, 'isActive', t.is_active, 'theme', t.theme, 'registrationTags', t.registration_tags,
             'authProviders', t.auth_providers, 'authMethods', t.auth_methods,
             'termsAndConditionsUrl', t.terms_and_conditions_url, 'feedHeadings', t.feed_headings,
             'hasNavigation', t.side_navigation is not null, 'featuresOff', t.features_off,
             'people', (select count(*) from control.directory d where d.team_id = t.id)
           ) order by t.id <> n.id, t.id)
           from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]'),
         coalesce((
           select jsonb_agg(jsonb_build_object('domain', d.domain, 'token', d.token, 'verifiedAt', d.verified_at,
             'verifiedBy', d.verified_by, 'checkedAt', d.checked_at) order by d.domain)
           from control.tenant_domains d where d.tenant_id = n.id), '[]')
  from control.tenants n where n.id = wanted
$$;

grant execute on function control.find_tenant to learnt_app;
