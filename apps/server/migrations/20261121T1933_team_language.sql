-- A team speaks its own language to guests and to people who have chosen none; empty: the tenant's.

alter table control.teams add column language text not null default ''
  constraint language_is_a_word check (language ~ '^[a-z]{0,8}$');

-- Everything that asks for a team's settings gets them with its language: pages, mails, manifest.
create or replace function control.view_of_team(wanted text) returns setof control.team_view
language sql stable security definer set search_path = control, pg_temp as $$
  select t.id, t.tenant_id, n.name, n.status,
         case when t.language = '' then n.settings else n.settings || jsonb_build_object('defaultLocale', t.language) end,
         t.display_name, t.support_email, t.main_domain, t.theme,
         t.auth_providers, t.auth_methods, t.terms_and_conditions_url, t.side_navigation
  from control.teams t join control.tenants n on n.id = t.tenant_id
  where t.id = wanted and t.status <> 'deleted' and t.is_active
$$;

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
             'hasNavigation', t.side_navigation is not null,
             'people', (select count(*) from control.directory d where d.team_id = t.id)
           ) order by t.id <> n.id, t.id)
           from control.teams t where t.tenant_id = n.id and t.status <> 'deleted'), '[]'),
         coalesce((
           select jsonb_agg(jsonb_build_object('domain', d.domain, 'token', d.token, 'verifiedAt', d.verified_at,
             'verifiedBy', d.verified_by, 'checkedAt', d.checked_at) order by d.domain)
           from control.tenant_domains d where d.tenant_id = n.id), '[]')
  from control.tenants n where n.id = wanted
$$;

-- Every field that superadministrators set on the team's own form; what is left out stays. A host name that is taken is a
-- violation of team_hosts_pkey.
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
