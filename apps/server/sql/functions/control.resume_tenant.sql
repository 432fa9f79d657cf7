-- True only for the caller whose call resumed the tenant.
create or replace function control.resume_tenant(moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants set status = 'active', suspended_reason = '', suspended_at = null, updated_at = moment
   where id = public.current_tenant() and status = 'suspended';
  return found;
end $$;

grant execute on function control.resume_tenant to learnt_app;
