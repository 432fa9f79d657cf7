create or replace function control.allow_acting_writes(of_session uuid, of_acting uuid) returns boolean
language sql volatile security definer set search_path = control, pg_temp as $$
  with changed as (
    update control.sessions s set acting_writes = true from control.tenants n
     where s.id = of_session and s.acting_id = of_acting and s.ended_at is null
       and n.id = s.tenant_id and n.settings -> 'impersonationMayWrite' = 'true'::jsonb
    returning 1
  ) select exists (select from changed)
$$;

grant execute on function control.allow_acting_writes to learnt_app;
