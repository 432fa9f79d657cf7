-- What only the control plane knows about a membership of this tenant.
create or replace function control.directory_entry(of_user uuid, in_team text) returns table (is_default boolean, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.is_default, d.last_used_at from control.directory d
  where d.user_id = of_user and d.team_id = in_team and d.tenant_id = public.current_tenant()
$$;

grant execute on function control.directory_entry to learnt_app;
