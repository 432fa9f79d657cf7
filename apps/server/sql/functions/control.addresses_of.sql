-- A person's addresses: the account's first, then the further ones, then those whose link was not opened yet or has
-- expired.
create or replace function control.addresses_of(of_user uuid, moment timestamptz)
returns table (address text, state text, asked_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select own.address, own.state, own.asked_at from (
    select u.email as address, case when u.is_email_verified then 'primary' else 'unproved' end as state, null::timestamptz as asked_at, 0 as rank
      from control.users u where u.id = of_user and u.email is not null
    union all
    select a.address, 'proved', null, 1 from control.users u, unnest(u.additional_emails) a (address) where u.id = of_user
    union all
    select distinct on (l.email) l.email, case when l.expires_at > moment then 'waiting' else 'expired' end, l.created_at, 2
      from control.account_links l join control.users u on u.id = l.user_id
     where l.user_id = of_user and l.kind = 'addEmail' and l.used_at is null
       and l.email is distinct from u.email and not u.additional_emails @> array[l.email]
     order by 4, 1, 3 desc
  ) own order by own.rank, own.address
$$;

grant execute on function control.addresses_of to learnt_app;
