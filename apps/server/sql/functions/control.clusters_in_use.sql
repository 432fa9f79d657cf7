create or replace function control.clusters_in_use() returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select distinct n.cluster from control.tenants n order by 1
$$;

grant execute on function control.clusters_in_use to learnt_app;
