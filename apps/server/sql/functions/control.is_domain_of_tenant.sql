create or replace function control.is_domain_of_tenant(wanted text, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.tenant_domains d
    where d.tenant_id = in_tenant and d.domain = lower(wanted) and d.verified_at is not null)
$$;

grant execute on function control.is_domain_of_tenant to learnt_app;
