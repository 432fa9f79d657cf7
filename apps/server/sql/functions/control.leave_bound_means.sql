-- Trigger: a new superadministrator loses the passkeys and sessions that a tenant's provider vouched for, because the
-- tenant's administrators control that provider.
create or replace function control.leave_bound_means() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.directory d
              where d.user_id = new.user_id and d.tenant_id = new.tenant_id and d.team_id <> new.team_id and 'superadmin' = any (d.roles)) then
    return null;
  end if;
  delete from control.passkeys where user_id = new.user_id and set_in_tenant = new.tenant_id;
  if found then perform control.drop_idle_codes(new.user_id); end if;
  update control.sessions set ended_at = now()
   where user_id = new.user_id and proven_tenant_id = new.tenant_id and is_bound and ended_at is null;
  return null;
end $$;
