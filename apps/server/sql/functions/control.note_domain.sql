-- Records whether a tenant has proved a domain. Raises domain_of_one_tenant when another tenant has proved it. `proof`
-- null: the check found none; an earlier proof stays.
create or replace function control.note_domain(of_domain text, proof text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenant_domains d
     set checked_at = case when proof = 'superadmin' then d.checked_at else moment end,
         verified_at = case when proof is null then d.verified_at else coalesce(d.verified_at, moment) end,
         verified_by = case when proof is null then d.verified_by when d.verified_by = 'record' then 'record' else proof end
   where d.tenant_id = public.current_tenant() and d.domain = of_domain;
  return found;
end $$;

grant execute on function control.note_domain to learnt_app;
