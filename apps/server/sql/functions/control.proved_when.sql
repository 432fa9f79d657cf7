-- When the person last proved who they are; null if that proof is too weak for changes that affect other tenants.
create or replace function control.proved_when(session control.sessions) returns timestamptz
language sql stable security definer set search_path = control, pg_temp as $$
  select case when control.shows_own(session)
      or control.is_alone(session.user_id, session.proven_tenant_id)
         and (session.proven_by in ('password', 'passkey') or coalesce(session.proved_by, 'word') <> 'word' or control.is_bare(session.user_id))
    then coalesce(session.proved_at, session.created_at) end
$$;
