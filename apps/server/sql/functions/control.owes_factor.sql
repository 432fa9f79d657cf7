-- Whether the session lacks a second factor that its tenant requires of these roles.
create or replace function control.owes_factor(session control.sessions, roles text[], settings jsonb) returns boolean
language sql immutable security definer set search_path = control, pg_temp as $$
  select session.factor is null
    and jsonb_typeof(settings -> 'secondFactor' -> 'requiredFor') = 'array'
    and (settings -> 'secondFactor' -> 'requiredFor') ?| roles
    and (session.proven_by = 'password' or settings -> 'secondFactor' -> 'afterProvider' = 'true'::jsonb)
$$;

-- The same for a team that a session switches to. It also owes a factor there when the person has a passkey that is bound
-- to that tenant: signing in there would ask for it, and signing in elsewhere did not.
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
