-- Whether the person could sign in here as a superadministrator: in one of their teams, by their own password or
-- passkey, or by a provider that a superadministrator set up. A tenant's own provider admits no superadministrator, and
-- becoming one deletes the passkeys that were made after its sign-in. Without any of these the person gets a mail with
-- a link.
create or replace function control.enters_as_superadmin(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (select from control.identities i where i.user_id = of_user and i.tenant_id = public.current_tenant())
     and not exists (select from control.passkeys k where k.user_id = of_user and k.set_in_tenant = public.current_tenant())
      or exists (
        select from control.directory d
        join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
        cross join lateral (select case when t.auth_methods = '{}' then array['password'] else t.auth_methods end as taken) m
        where d.user_id = of_user and d.tenant_id = public.current_tenant() and d.status = 'active'
          and ('password' = any (m.taken) and exists (select from control.credentials c where c.user_id = of_user)
            or 'passkey' = any (m.taken) and exists (select from control.passkeys k where k.user_id = of_user and k.set_in_tenant is null)
            or exists (
              select from control.identities i
              join control.providers p on p.id = i.provider_id and p.is_enabled and p.set_by_superadmin
              where i.user_id = of_user and i.tenant_id = d.tenant_id and control.methods_of_kind(p.kind) && m.taken)))
$$;

grant execute on function control.enters_as_superadmin to learnt_app;
