-- Marks an address as proved: opening a mailed link shows that the person reads its mails.
create or replace function control.prove_address(of_user uuid, address text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.users set is_email_verified = true, updated_at = moment
   where id = of_user and email = address and not is_email_verified;
  return exists (select from control.users where id = of_user and (email = address or additional_emails @> array[address]));
end $$;

grant execute on function control.prove_address to learnt_app;
