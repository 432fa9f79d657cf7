-- An account whose address an administrator has moved.

-- Whether an address that the account had before was proved: what is in the account was its owner's to add.
alter table control.users add column was_proved boolean not null default false;

drop function control.set_user_email(uuid, text, timestamptz);

-- The address of a person may be changed from inside a tenant only while no other one has made them a member; the new one is
-- not proved. Answers the former, which is to be told; null where none was left.
create function control.move_address(of_user uuid, address text, moment timestamptz) returns text
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
     set was_proved = was_proved or is_email_verified, is_email_verified = false, email = wanted, updated_at = moment
   where id = of_user;
  return former;
end $$;
revoke all on function control.move_address from public;
grant execute on function control.move_address to learnt_app;

-- Whoever reads the mails of an address that nobody had proved takes the account over, by a new password: what somebody
-- else may have added to it before opens nothing any more. Of an account with an address that is or was proved it takes
-- nothing: who has moved the address takes second factors away as such, where they may.
create or replace function control.take_over_unproved(of_user uuid, address text) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (
    select from control.users u
     where u.id = of_user and u.email = address and not u.is_email_verified and not u.was_proved) then return; end if;
  perform control.reset_factors(of_user, true);
  delete from control.identities where user_id = of_user;
end $$;
