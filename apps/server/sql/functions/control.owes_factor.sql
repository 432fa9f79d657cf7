-- Whether a session has shown less than its tenant asks of these roles.
create or replace function control.owes_factor(session control.sessions, roles text[], settings jsonb) returns boolean
language sql immutable security definer set search_path = control, pg_temp as $$
  select session.factor is null
    and jsonb_typeof(settings -> 'secondFactor' -> 'requiredFor') = 'array'
    and (settings -> 'secondFactor' -> 'requiredFor') ?| roles
    and (session.proven_by = 'password' or settings -> 'secondFactor' -> 'afterProvider' = 'true'::jsonb)
$$;

-- The same for a team that a session wants to go on in. It owes a factor there also where one is asked of whoever signs in
-- there: of the person's that count in that tenant, the passkeys that are bound to it were not asked for at the sign-in
-- elsewhere.
create or replace function control.owes_factor(of_session uuid, to_team text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.sessions s
    join control.directory d on d.user_id = s.user_id and d.team_id = to_team
    join control.tenants n on n.id = d.tenant_id
    where s.id = of_session
      and (control.owes_factor(s, d.roles, n.settings)
           or s.factor is null and (s.proven_by = 'password' or n.settings -> 'secondFactor' -> 'afterProvider' = 'true'::jsonb)
              and exists (select from control.passkeys p where p.user_id = s.user_id and p.set_in_tenant = d.tenant_id)))
$$;

grant execute on function control.owes_factor(uuid, text) to learnt_app;
