create or replace function control.accept_methods(of_team text, methods text[], moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams set auth_methods = methods, updated_at = moment
   where id = of_team and tenant_id = public.current_tenant() and status <> 'deleted';
  return found;
end $$;

grant execute on function control.accept_methods to learnt_app;
