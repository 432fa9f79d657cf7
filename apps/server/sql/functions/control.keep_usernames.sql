-- Trigger: reserves a user name for one person in a tenant before the directory is written, and frees it when no team
-- of theirs uses it.
create or replace function control.keep_usernames(of_users uuid[]) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  delete from control.usernames n
   where n.tenant_id = public.current_tenant() and n.user_id = any (of_users)
     and not exists (select from control.directory d where d.user_id = n.user_id and d.tenant_id = n.tenant_id and lower(d.username) = n.name);
  insert into control.usernames (tenant_id, name, user_id)
  select distinct d.tenant_id, lower(d.username), d.user_id from control.directory d
   where d.tenant_id = public.current_tenant() and d.user_id = any (of_users) and d.username is not null
     and not exists (select from control.usernames n where n.tenant_id = d.tenant_id and n.name = lower(d.username) and n.user_id = d.user_id)
   order by 2;
end $$;

grant execute on function control.keep_usernames to learnt_app;
