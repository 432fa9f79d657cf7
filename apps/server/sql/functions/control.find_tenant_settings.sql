-- Settings of a tenant and its teams, for superadministrators. The callers check the role first.
create or replace function control.find_tenant_settings(wanted text) returns table (settings jsonb, teams jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.settings,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'displayName', t.display_name, 'supportEmail', t.support_email,
                     'termsAndConditionsUrl', t.terms_and_conditions_url, 'registrationTags', t.registration_tags) order by t.id)
                   from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]')
  from control.tenants n where n.id = wanted
$$;

grant execute on function control.find_tenant_settings to learnt_app;
