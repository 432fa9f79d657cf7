-- Whether the person can sign in to this team without a mailed link. True for a team that is closed, where no link
-- would help. A password that list_memberships() does not accept here does not count.
create or replace function control.has_way_in(of_user uuid, to_team text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (
        select from control.teams t join control.tenants n on n.id = t.tenant_id and n.status = 'active'
         where t.id = to_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted' and t.is_active)
      or exists (select from control.identities i where i.user_id = of_user and i.tenant_id = public.current_tenant())
      or exists (
        select from control.teams t
         where t.id = to_team and t.tenant_id = public.current_tenant() and 'passkey' = any (t.auth_methods)
           and exists (select from control.passkeys p where p.user_id = of_user and p.set_in_tenant = t.tenant_id))
      or exists (
        select from control.list_memberships(of_user) m
         where m.team_id = to_team
           and (exists (select from control.credentials c where c.user_id = of_user)
             or 'passkey' = any (m.auth_methods)
                and exists (select from control.passkeys p where p.user_id = of_user and p.set_in_tenant is null)))
$$;

grant execute on function control.has_way_in to learnt_app;
