-- Tenants whose rows exist, open or not: retention periods end in closed tenants too.
create or replace function control.kept_tenants() returns table (id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id from control.tenants n where n.status in ('active', 'suspended') order by n.id
$$;

grant execute on function control.kept_tenants to learnt_app;
