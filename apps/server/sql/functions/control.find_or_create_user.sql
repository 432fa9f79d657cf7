-- Finds the user of an address, main or further, or creates one. It does not change the global fields of an existing
-- user.
create or replace function control.find_or_create_user(new_id uuid, address text, first text, last text, moment timestamptz) returns uuid
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  known uuid;
begin
  if address is not null and address <> '' then
    insert into control.users (id, email, first_name, last_name, created_at, updated_at)
    select new_id, lower(address), first, last, moment, moment
     where not exists (select from control.user_addresses a where a.address = lower($2))
    on conflict (email) do nothing;
    select a.user_id into known from control.user_addresses a where a.address = lower($2);
  else
    insert into control.users (id, email, first_name, last_name, created_at, updated_at) values (new_id, null, first, last, moment, moment)
    on conflict (id) do nothing;
    known := new_id;
  end if;
  return known;
end $$;

grant execute on function control.find_or_create_user to learnt_app;
