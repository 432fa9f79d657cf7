create or replace function control.take_assertion(of_provider uuid, assertion bytea, until timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.saml_assertions (provider_id, tenant_id, assertion_hash, expires_at)
  select p.id, p.tenant_id, assertion, until from control.providers p where p.id = of_provider
  on conflict (provider_id, assertion_hash) do nothing;
  return found;
end $$;

grant execute on function control.take_assertion to learnt_app;
