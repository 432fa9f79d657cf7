-- What a step that an open session begins must record of that session.
create or replace function control.proof_for_step(of_session uuid, of_user uuid)
returns table (proven_by text, proven_tenant_id text, persists boolean)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.proven_by, case when s.is_bound then s.proven_tenant_id end, s.persists
  from control.sessions s where s.id = of_session and s.user_id = of_user and s.ended_at is null
$$;

grant execute on function control.proof_for_step to learnt_app;
