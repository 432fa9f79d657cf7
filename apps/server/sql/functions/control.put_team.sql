create or replace function control.put_team(new_id text, of_tenant text, fields jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.teams as t (id, tenant_id, display_name, support_email, main_domain, is_default, theme, registration_tags,
                                  auth_providers, auth_methods, terms_and_conditions_url, side_navigation, feed_headings, created_at, updated_at)
  values (new_id, of_tenant, fields ->> 'displayName', coalesce(fields ->> 'supportEmail', ''), coalesce(fields ->> 'mainDomain', ''),
          coalesce((fields ->> 'isDefault')::boolean, false), coalesce(fields -> 'theme', '{}'),
          coalesce((select array_agg(x) from jsonb_array_elements_text(fields -> 'registrationTags') x), '{}'),
          coalesce(fields -> 'authProviders', '[]'),
          coalesce((select array_agg(x) from jsonb_array_elements_text(fields -> 'authMethods') x), '{}'),
          coalesce(fields ->> 'termsAndConditionsUrl', ''), nullif(fields -> 'sideNavigation', 'null'), coalesce(fields -> 'feedHeadings', '[]'), moment, moment)
  on conflict (id) do update set
    display_name = excluded.display_name, support_email = excluded.support_email, main_domain = excluded.main_domain,
    theme = excluded.theme, updated_at = moment
    where t.tenant_id = of_tenant;
  if not found then return false; end if;
  delete from control.team_hosts where team_id = new_id;
  insert into control.team_hosts (host, team_id)
  select lower(x), new_id from jsonb_array_elements_text(coalesce(fields -> 'hosts', '[]')) x
  on conflict (host) do nothing;
  return true;
end $$;

grant execute on function control.put_team to learnt_app;
