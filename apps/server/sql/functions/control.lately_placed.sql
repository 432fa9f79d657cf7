create or replace function control.lately_placed(seconds integer) returns table (id text, cluster text, place_number integer)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.cluster, n.place_number from control.tenants n
  where n.placed_at > clock_timestamp() - make_interval(secs => seconds)
$$;

grant execute on function control.lately_placed to learnt_app;
