-- find_or_create_user() for many people at once, each with id, email, first_name and last_name. Returns the user's id
-- for each given id.
create or replace function control.find_or_create_users(people jsonb, moment timestamptz)
returns table (given uuid, found uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.users (id, email, first_name, last_name, created_at, updated_at)
  select p.id, nullif(lower(p.email), ''), p.first_name, p.last_name, moment, moment
    from jsonb_to_recordset(people) as p (id uuid, email text, first_name text, last_name text)
   where not exists (select from control.user_addresses a where a.address = lower(p.email))
   order by p.email, p.id
  on conflict do nothing;
  return query
    select p.id, coalesce(a.user_id, p.id)
      from jsonb_to_recordset(people) as p (id uuid, email text)
      left join control.user_addresses a on a.address = nullif(lower(p.email), '');
end $$;

grant execute on function control.find_or_create_users to learnt_app;
