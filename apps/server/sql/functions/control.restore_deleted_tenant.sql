-- True only for the caller whose call restored the tenant.
create or replace function control.restore_deleted_tenant(moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants
     set status = coalesce(status_before, 'suspended'), status_before = null, deleted_at = null, deleted_in = null, updated_at = moment
   where id = public.current_tenant() and status = 'deleted' and deleted_at > moment - interval '30 days';
  return found;
end $$;

grant execute on function control.restore_deleted_tenant to learnt_app;
