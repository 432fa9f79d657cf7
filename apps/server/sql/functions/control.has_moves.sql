create or replace function control.has_moves() returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.tenant_moves)
$$;

grant execute on function control.has_moves to learnt_app;
