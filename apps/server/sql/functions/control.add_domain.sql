create or replace function control.add_domain(new_domain text, new_token text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.tenant_domains (tenant_id, domain, token, created_at)
  values (public.current_tenant(), new_domain, new_token, moment) on conflict (tenant_id, domain) do nothing;
  return found;
end $$;

grant execute on function control.add_domain to learnt_app;
