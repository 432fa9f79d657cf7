-- Takes one attempt from each key before the password is checked, so that a hundred parallel attempts count like a
-- hundred in a row. Returns until when a key is blocked, else null. While blocked nothing is counted, so a block cannot
-- be prolonged. A key at its limit is blocked for first_block, then twice as long after each further failure, up to
-- longest_block; after a quiet period it starts afresh.
create or replace function control.take_attempt(
  keys text[], allowed integer[], moment timestamptz, quiet interval, first_block interval, longest_block interval
) returns timestamptz
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  added text[];
  blocked timestamptz;
begin
  -- Common case: no key has a row yet, so this attempt creates it.
  with begun as (
    insert into control.sign_in_failures (key, failures, last_at, blocked_until)
    select x.key, 1, moment, case when x.allowed <= 1 then moment + least(longest_block, first_block) end
    from unnest(keys, allowed) as x (key, allowed) order by x.key
    on conflict (key) do nothing
    returning key
  )
  select coalesce(array_agg(b.key), '{}') into added from begun b;
  if cardinality(added) = cardinality(keys) then return null; end if;
  -- Lock in key order, so that attempts with common keys cannot deadlock.
  select max(f.blocked_until) filter (where f.blocked_until > moment) into blocked
  from (
    select o.blocked_until from control.sign_in_failures o where o.key = any (keys) and o.key <> all (added) order by o.key for update
  ) f;
  if blocked is not null then
    delete from control.sign_in_failures f where f.key = any (added);
    return blocked;
  end if;
  update control.sign_in_failures f
     set failures = n.failures, last_at = moment,
         blocked_until = case when n.failures >= n.allowed
           then moment + least(longest_block, first_block * power(2, least(n.failures - n.allowed, 20))) end
    from (
      select o.key, x.allowed, case when o.last_at < moment - quiet then 1 else o.failures + 1 end as failures
      from control.sign_in_failures o join unnest(keys, allowed) as x (key, allowed) on x.key = o.key
      where o.key = any (keys) and o.key <> all (added)
    ) n
   where f.key = n.key and f.key = any (keys);
  return null;
end $$;

grant execute on function control.take_attempt to learnt_app;
