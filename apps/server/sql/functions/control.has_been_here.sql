-- Whether the person has ever entered the bound tenant.
create or replace function control.has_been_here(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d
     where d.user_id = of_user and d.tenant_id = public.current_tenant() and d.last_used_at is not null)
$$;

grant execute on function control.has_been_here to learnt_app;
