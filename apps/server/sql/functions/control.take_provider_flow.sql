-- Uses a flow up: for one caller only, and only for the browser that began it. Another browser leaves it open.
create or replace function control.take_provider_flow(token bytea, browser bytea, moment timestamptz)
returns table (provider_id uuid, details jsonb, profile jsonb)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  return query
    update control.provider_flows f set used_at = moment
     where f.token_hash = token and f.used_at is null and f.expires_at > moment
       and (f.browser_hash is null or f.browser_hash = browser)
     returning f.provider_id, f.details, f.profile;
end $$;

grant execute on function control.take_provider_flow to learnt_app;
