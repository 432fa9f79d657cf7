create or replace function control.list_providers()
returns table (id uuid, tenant_id text, team_id text, kind text, name text, color text, config jsonb, has_secret boolean,
               is_enabled boolean, revision integer, created_at timestamptz, updated_at timestamptz, people bigint)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.tenant_id, p.team_id, p.kind, p.name, p.color, p.config, p.secret <> '', p.is_enabled, p.revision,
         p.created_at, p.updated_at, (select count(*) from control.identities i where i.provider_id = p.id)
  from control.providers p where p.tenant_id = public.current_tenant() order by p.team_id, p.created_at, p.id
$$;

grant execute on function control.list_providers to learnt_app;
