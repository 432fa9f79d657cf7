-- Whether a person could sign in to the bound tenant without one of their identities: by a password or passkey that one
-- of their teams accepts, or by another identity whose team offers it. Ways into another tenant do not count.
create or replace function control.has_other_way(of_user uuid, without_identity uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    cross join lateral (select case when t.auth_methods = '{}' then array['password'] else t.auth_methods end as taken) m
    where d.user_id = of_user and d.tenant_id = public.current_tenant() and d.status = 'active'
      and ('password' = any (m.taken) and control.password_opens(of_user, d.tenant_id)
        or 'passkey' = any (m.taken) and exists (
             select from control.passkeys k where k.user_id = of_user and coalesce(k.set_in_tenant, d.tenant_id) = d.tenant_id)
        or exists (
          select from control.identities i
          join control.providers p on p.id = i.provider_id and p.is_enabled
          join control.teams o on o.id = p.team_id and o.status <> 'deleted' and o.is_active
          where i.user_id = of_user and i.tenant_id = d.tenant_id and i.id <> without_identity
            and control.methods_of_kind(p.kind) && m.taken and control.methods_of_kind(p.kind) && o.auth_methods)))
$$;
