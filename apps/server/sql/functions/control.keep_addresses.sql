-- Trigger: keeps control.user_addresses equal to the addresses in control.users, and refuses an address of another
-- person.
create or replace function control.keep_addresses() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from control.user_addresses a using became u
     where a.user_id = u.id and a.address is distinct from u.email and not u.additional_emails @> array[a.address];
  end if;
  insert into control.user_addresses (address, user_id)
  select own.address, own.id from (
      select u.email as address, u.id from became u where u.email is not null
      union select a.address, u.id from became u, unnest(u.additional_emails) a (address)
    ) own
   where not exists (select from control.user_addresses k where k.address = own.address and k.user_id = own.id)
   order by own.address;
  return null;
end $$;
