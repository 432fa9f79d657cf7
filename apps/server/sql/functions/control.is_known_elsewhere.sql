-- Whether another tenant has made the person a member, in any state. If so, no single tenant may change the account.
create or replace function control.is_known_elsewhere(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant())
$$;

grant execute on function control.is_known_elsewhere to learnt_app;
