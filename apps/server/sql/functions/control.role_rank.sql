create or replace function control.role_rank(roles text[]) returns integer
language sql immutable security definer set search_path = control, pg_temp as $$
  select case when 'superadmin' = any (roles) then 4 when 'admin' = any (roles) then 3 when 'manager' = any (roles) then 2 else 1 end
$$;

grant execute on function control.role_rank to learnt_app;
