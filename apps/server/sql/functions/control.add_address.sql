-- Adds a further address that the person has proved. Without an account address, it becomes the account's address.
-- Returns which of the two happened, or null when the address is already taken, by anybody.
create or replace function control.add_address(of_user uuid, address text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  own control.users;
begin
  select u.* into own from control.users u where u.id = of_user for update;
  if exists (select from control.user_addresses a where a.address = $2) then return null; end if;
  if own.email is null then
    update control.users set email = $2, is_email_verified = true, updated_at = moment where id = of_user;
    return 'primary';
  end if;
  update control.users set additional_emails = additional_emails || $2, updated_at = moment where id = of_user;
  return 'additional';
exception when unique_violation then
  -- Another transaction took the address at the same moment.
  return null;
end $$;

grant execute on function control.add_address to learnt_app;
