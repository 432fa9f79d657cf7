create or replace function control.start_provider_flow(
  token bytea, of_provider uuid, browser bytea, about jsonb, said jsonb, moment timestamptz, until timestamptz
) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.provider_flows (token_hash, tenant_id, provider_id, browser_hash, details, profile, created_at, expires_at)
  select token, p.tenant_id, p.id, browser, about, said, moment, until from control.providers p where p.id = of_provider
$$;

grant execute on function control.start_provider_flow to learnt_app;
