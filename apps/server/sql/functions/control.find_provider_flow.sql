-- Reads an open flow without using it up: responses that bypass the page (such as a POST by the provider) are checked
-- before the browser is known.
create or replace function control.find_provider_flow(token bytea, of_provider uuid, moment timestamptz)
returns table (browser_hash bytea, details jsonb)
language sql stable security definer set search_path = control, pg_temp as $$
  select f.browser_hash, f.details from control.provider_flows f
  where f.token_hash = token and f.provider_id = of_provider and f.used_at is null and f.expires_at > moment
$$;

grant execute on function control.find_provider_flow to learnt_app;
