-- True only for the caller whose call deleted the tenant.
create or replace function control.delete_tenant(trail text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.tenants
     set status_before = status, status = 'deleted', deleted_at = moment, deleted_in = trail, updated_at = moment
   where id = public.current_tenant() and status in ('active', 'suspended');
  return found;
end $$;

grant execute on function control.delete_tenant to learnt_app;
