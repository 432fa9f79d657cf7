create or replace function control.remove_domain(of_domain text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.tenant_domains where tenant_id = public.current_tenant() and domain = of_domain;
  return found;
end $$;

grant execute on function control.remove_domain to learnt_app;
