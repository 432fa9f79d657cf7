-- All active memberships of a person, without deleted teams; suspended tenants only for superadministrators. Until an
-- account is proved to be the person's (it was created by a tenant, or registered with an unproved address), its
-- password opens only the tenant it was set in, and other sessions only the tenant that vouches for the person or that
-- they are in. `proved`: the result as it would be after the address is proved and the password set by mail.
create or replace function control.list_memberships(of_user uuid, vouched text default null, proved boolean default false)
returns table (user_id uuid, tenant_id text, team_id text, display_name text, tenant_name text, main_domain text, theme jsonb,
               auth_methods text[], tenant_settings jsonb, roles text[], is_default boolean, last_used_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.user_id, d.tenant_id, d.team_id, t.display_name, n.name, t.main_domain, t.theme, t.auth_methods, n.settings, d.roles,
         d.is_default, d.last_used_at, d.created_at
  from control.directory d
  join control.users u on u.id = d.user_id
  join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
  join control.tenants n on n.id = d.tenant_id
   and (n.status = 'active' or n.status = 'suspended' and 'superadmin' = any (d.roles))
  left join control.credentials c on c.user_id = d.user_id
  where d.user_id = of_user and d.status = 'active'
    and (proved or u.is_email_verified and c.set_in_tenant is null or d.tenant_id = vouched
         -- After move_address(), the person's own passkey still opens the only tenant they are in.
         or u.was_proved and c.user_id is null and control.is_alone(of_user, d.tenant_id)
         or c.user_id is not null and d.tenant_id = coalesce(c.set_in_tenant, d.tenant_id)
            and (d.self_registered or u.is_email_verified
                 or not exists (select from control.directory own where own.user_id = of_user and own.self_registered)))
  order by d.is_default desc, d.last_used_at desc nulls last, d.created_at, d.team_id
$$;

grant execute on function control.list_memberships to learnt_app;
