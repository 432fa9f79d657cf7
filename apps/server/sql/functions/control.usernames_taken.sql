-- Who uses these user names in the bound tenant.
create or replace function control.usernames_taken(names text[]) returns table (name text, user_id uuid)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.name, n.user_id from control.usernames n where n.tenant_id = public.current_tenant() and n.name = any (names)
$$;

grant execute on function control.usernames_taken to learnt_app;
