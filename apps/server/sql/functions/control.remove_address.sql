-- Removes a further or waiting address and uses up the links that were mailed to it. Returns what it was; null if it is
-- not the person's or is the account's address.
create or replace function control.remove_address(of_user uuid, address text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  was text;
begin
  if exists (select from control.users u where u.id = of_user and u.email = $2) then return null; end if;
  update control.users set additional_emails = array_remove(additional_emails, $2), updated_at = moment
   where id = of_user and additional_emails @> array[$2];
  if found then was := 'proved'; end if;
  update control.account_links l set used_at = moment, details = '{}'
   where l.user_id = of_user and l.email = $2 and l.used_at is null and l.kind in ('addEmail', 'resetPassword');
  if found and was is null then was := 'waiting'; end if;
  return was;
end $$;

grant execute on function control.remove_address to learnt_app;
