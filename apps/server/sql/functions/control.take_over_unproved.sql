-- Whoever reads the mails of the address sets a new password: it is theirs from then on. What somebody else may have added
-- to an account that nobody had proved opens nothing any more; of one with an address that is or was proved it takes nothing.
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
