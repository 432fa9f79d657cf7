-- Changes a person's address from inside a tenant, only while no other tenant has made them a member. The new one is
-- not proved. Returns the former one, which is notified, or null. The new address may be anybody's, so the password
-- opens only this tenant until one is set by a mail to the new address.
create or replace function control.move_address(of_user uuid, address text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  wanted text := nullif(lower(address), '');
  former text;
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = public.current_tenant())
     or exists (select from control.directory d where d.user_id = of_user and d.tenant_id <> public.current_tenant()) then
    return null;
  end if;
  select u.email into former from control.users u where u.id = of_user for update;
  if former is not distinct from wanted then return null; end if;
  update control.users
     set was_proved = was_proved or is_email_verified, is_email_verified = coalesce(additional_emails @> array[wanted], false),
         additional_emails = array_remove(additional_emails, wanted), email = wanted, updated_at = moment
   where id = of_user;
  update control.credentials set set_in_tenant = public.current_tenant() where user_id = of_user and set_in_tenant is null;
  return former;
end $$;

grant execute on function control.move_address to learnt_app;
