-- Whether the account belongs to this tenant only, so that changing it affects no other tenant. A deleted tenant that
-- can be restored counts as another.
create or replace function control.is_alone(of_user uuid, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (
    select from control.directory d join control.tenants n on n.id = d.tenant_id and n.status <> 'removing'
     where d.user_id = of_user and d.tenant_id <> in_tenant)
$$;

grant execute on function control.is_alone to learnt_app;
