-- Makes a further address the account's address. The former one stays as a further address if it was proved. Returns
-- the former one, or null if the person does not have the address.
create or replace function control.make_primary(of_user uuid, address text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  own control.users;
begin
  select u.* into own from control.users u where u.id = of_user and u.additional_emails @> array[$2] for update;
  if not found then return null; end if;
  update control.users
     set email = $2, is_email_verified = true, was_proved = was_proved or is_email_verified, updated_at = moment,
         additional_emails = array_remove(additional_emails, $2)
           || case when own.is_email_verified and own.email is not null then array[own.email] else '{}'::text[] end
   where id = of_user;
  return coalesce(own.email, '');
end $$;

grant execute on function control.make_primary to learnt_app;
