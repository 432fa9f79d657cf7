create or replace function control.claim_cluster(as_name text) returns text
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.this_cluster (name) values (as_name) on conflict do nothing;
  select c.name from control.this_cluster c
$$;

grant execute on function control.claim_cluster to learnt_app;
