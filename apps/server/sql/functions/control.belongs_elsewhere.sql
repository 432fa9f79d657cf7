-- Whether the person has signed in to another tenant that still exists. A membership that an administrator there
-- created, but that was never used, does not count.
create or replace function control.belongs_elsewhere(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d join control.tenants n on n.id = d.tenant_id and n.status <> 'removing'
     where d.user_id = of_user and d.tenant_id <> public.current_tenant() and d.last_used_at is not null)
$$;

grant execute on function control.belongs_elsewhere to learnt_app;
