create or replace function control.belongs_to_tenant(of_user uuid, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.directory d where d.user_id = of_user and d.tenant_id = in_tenant)
$$;

grant execute on function control.belongs_to_tenant to learnt_app;
