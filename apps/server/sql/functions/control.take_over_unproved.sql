-- Called when a person sets a password by a mailed link, which makes the account theirs. If its address was never
-- proved, whatever another person may have added (factors, identities, addresses, open links) is removed.
create or replace function control.take_over_unproved(of_user uuid, address text) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.credentials c set set_in_tenant = null from control.users u
   where c.user_id = of_user and u.id = of_user and (u.email = address or u.additional_emails @> array[address]);
  if not exists (
    select from control.users u
     where u.id = of_user and u.email = address and not u.is_email_verified and not u.was_proved) then return; end if;
  perform control.reset_factors(of_user, true);
  delete from control.identities where user_id = of_user;
  update control.users set additional_emails = '{}' where id = of_user and additional_emails <> '{}';
  update control.account_links set used_at = now() where user_id = of_user and kind = 'addEmail' and used_at is null;
end $$;

grant execute on function control.take_over_unproved to learnt_app;
