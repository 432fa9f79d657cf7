-- Signing in, with less work for the database: what its functions answer stays as it was.

-- One row at most, and the planner is to know: taken for a thousand, statements over them were planned anew each time.
alter function control.view_of_team(text) rows 1;
alter function control.find_team(text, text, text, text, text) rows 1;
alter function control.factor_standing(uuid, bytea, timestamptz) rows 1;

-- The account behind an address or a user name. Who it is comes first and the password after: joined before the choice, up
-- to tens of thousands of them were read whole for the one.
create or replace function control.find_account(typed text, in_tenant text)
returns table (user_id uuid, password_hash text)
language sql stable security definer rows 1 set search_path = control, pg_temp as $$
  with who as (
    select 0 as rank, u.id from control.users u where u.email = lower(typed)
    union all select 1, u.id from control.users u where u.additional_emails @> array[lower(typed)]
    union all select 2, n.user_id from control.usernames n where n.tenant_id = in_tenant and n.name = lower(typed)
  ),
  chosen as (select w.id from who w order by w.rank, w.id limit 1)
  select h.id, c.password_hash from chosen h left join control.credentials c on c.user_id = h.id
$$;

create or replace function control.take_attempt(
  keys text[], allowed integer[], moment timestamptz, quiet interval, first_block interval, longest_block interval
) returns timestamptz
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  added text[];
  blocked timestamptz;
begin
  -- A key that nothing was counted for begins with this attempt. Whoever signs in where they always do has no other.
  with begun as (
    insert into control.sign_in_failures (key, failures, last_at, blocked_until)
    select x.key, 1, moment, case when x.allowed <= 1 then moment + least(longest_block, first_block) end
    from unnest(keys, allowed) as x (key, allowed) order by x.key
    on conflict (key) do nothing
    returning key
  )
  select coalesce(array_agg(b.key), '{}') into added from begun b;
  if cardinality(added) = cardinality(keys) then return null; end if;
  -- In one order for everybody: two attempts with common keys wait for each other, and never in a circle.
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

create or replace function control.return_attempt(forgotten text[], returned text[]) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if cardinality(forgotten) + cardinality(returned) > 1 then
    perform from control.sign_in_failures f where f.key = any (forgotten || returned) order by f.key for update;
  end if;
  delete from control.sign_in_failures f where f.key = any (forgotten);
  if cardinality(returned) > 0 then
    update control.sign_in_failures f set failures = greatest(f.failures - 1, 0), blocked_until = null where f.key = any (returned);
  end if;
end $$;

create or replace function control.meet_device(of_user uuid, device bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  is_new boolean;
begin
  insert into control.known_devices as k (user_id, device_hash, last_used_at) values (of_user, device, moment)
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
  returning k.xmax = 0 into is_new;
  if not is_new then return false; end if;
  return exists (select from control.known_devices k where k.user_id = of_user and k.device_hash <> device);
end $$;

-- The membership is noted as used first: who is suspending it meanwhile is waited for, and no session comes after that.
create or replace function control.open_session(
  session_id uuid, token bytea, of_user uuid, in_tenant text, in_team text, proof text, persist boolean,
  agent text, from_address text, moment timestamptz, until timestamptz
) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.directory d set last_used_at = moment
   where d.user_id = of_user and d.team_id = in_team and d.tenant_id = in_tenant and d.status = 'active';
  if not found then
    raise exception 'no active membership' using errcode = 'insufficient_privilege';
  end if;
  insert into control.sessions (id, token_hash, user_id, tenant_id, team_id, proven_by, proven_tenant_id, persists, user_agent, address, created_at, last_seen_at, expires_at)
  values (session_id, token, of_user, in_tenant, in_team, proof, in_tenant, persist, left(agent, 400), left(from_address, 60), moment, moment, until);
end $$;

-- For the first sign-in alone: an update that finds nothing to do still costs what counts the rows of lists.
create function public.note_first_sign_in(membership_id text) returns void
language sql volatile set search_path = public, pg_temp as $$
  update memberships set has_logged_in = true where id = membership_id
$$;
revoke all on function public.note_first_sign_in(text) from public;
grant execute on function public.note_first_sign_in(text) to learnt_app;
