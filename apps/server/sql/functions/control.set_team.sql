-- Writes the fields of the team's form that are given. A host name that is taken violates team_hosts_pkey.
create or replace function control.set_team(of_team text, change jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams t
     set display_name = coalesce(change ->> 'displayName', t.display_name),
         support_email = coalesce(change ->> 'supportEmail', t.support_email),
         language = coalesce(change ->> 'language', t.language),
         main_domain = coalesce(change ->> 'mainDomain', t.main_domain),
         is_default = coalesce((change ->> 'isDefault')::boolean, t.is_default),
         is_active = coalesce((change ->> 'isActive')::boolean, t.is_active),
         terms_and_conditions_url = coalesce(change ->> 'termsAndConditionsUrl', t.terms_and_conditions_url),
         registration_tags = case when change ? 'registrationTags'
           then array(select jsonb_array_elements_text(change -> 'registrationTags')) else t.registration_tags end,
         features_off = case when change ? 'featuresOff'
           then array(select jsonb_array_elements_text(change -> 'featuresOff')) else t.features_off end,
         feed_headings = coalesce(change -> 'feedHeadings', t.feed_headings),
         updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted';
  if not found then return false; end if;
  if (change ->> 'isDefault')::boolean then
    update control.teams set is_default = false, updated_at = moment
     where tenant_id = public.current_tenant() and id <> of_team and is_default;
  end if;
  if change ? 'domain' then
    delete from control.team_hosts where team_id = of_team and not change -> 'domain' ? host;
    insert into control.team_hosts (host, team_id)
    select x, of_team from jsonb_array_elements_text(change -> 'domain') x
     where not exists (select from control.team_hosts h where h.host = x and h.team_id = of_team);
  end if;
  return true;
end $$;

grant execute on function control.set_team to learnt_app;
