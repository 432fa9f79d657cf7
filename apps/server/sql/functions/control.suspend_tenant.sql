-- True only for the caller whose call suspended the tenant.
create or replace function control.suspend_tenant(reason text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants set status = 'suspended', suspended_reason = reason, suspended_at = moment, updated_at = moment
   where id = public.current_tenant() and status = 'active';
  return found;
end $$;

grant execute on function control.suspend_tenant to learnt_app;
