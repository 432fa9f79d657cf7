-- Domains that a tenant has shown to be its own: an address asserted by the tenant's provider links only for these.

create table control.tenant_domains (
  tenant_id text not null references control.tenants (id),
  -- As DNS writes it: lower case, without a dot at the end.
  domain text not null constraint domain_is_lower_case check (domain = lower(domain)),
  -- What the TXT record has to say, behind `learnt-verification=`.
  token text not null,
  -- Null: not shown yet.
  verified_at timestamptz,
  -- How it was shown: by the record, or a superadministrator's word.
  verified_by text constraint domain_verified_by_is_known check (verified_by in ('record', 'superadmin')),
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint domain_once_in_a_tenant primary key (tenant_id, domain)
);
-- Two tenants may ask; one has it.
create unique index domain_of_one_tenant on control.tenant_domains (domain) where verified_at is not null;
revoke all on control.tenant_domains from public;

create function control.is_domain_of_tenant(wanted text, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.tenant_domains d
    where d.tenant_id = in_tenant and d.domain = lower(wanted) and d.verified_at is not null)
$$;
revoke all on function control.is_domain_of_tenant(text, text) from public;
grant execute on function control.is_domain_of_tenant(text, text) to learnt_app;
