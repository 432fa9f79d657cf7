-- Creates a user with a password. False, and nothing changes, when the address is taken.
create or replace function control.register_user(new_id uuid, address text, first text, last text, telephone text, hash text, is_proved boolean, moment timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.user_addresses a where a.address = lower($2)) then return false; end if;
  insert into control.users (id, email, first_name, last_name, phone, is_email_verified, created_at, updated_at)
  values (new_id, lower(address), first, last, telephone, is_proved, moment, moment)
  on conflict (email) do nothing;
  if not found then return false; end if;
  perform control.set_password(new_id, hash, moment);
  return true;
end $$;

grant execute on function control.register_user to learnt_app;
