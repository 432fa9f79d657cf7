-- Sessions that come of one another end together, whatever else happens to them at that moment.

-- As before, and only while the first session stands: whoever ends it waits for this transaction and ends the new one too,
-- or this one finds it ended, and is undone with what it has opened.
create or replace function control.carry_session(code bytea, to_session uuid) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  carried control.sessions;
begin
  select s.* into carried from control.hand_overs h join control.sessions s on s.id = h.session_id
   where h.code_hash = code for share of s;
  if carried.ended_at is not null
     or not exists (select from control.sessions n where n.id = to_session and n.user_id = carried.user_id and n.created_at < carried.expires_at) then
    raise exception 'no open session to carry' using errcode = 'insufficient_privilege';
  end if;
  insert into control.provider_sessions (session_id, tenant_id, provider_id, subject, sid, hint)
  select to_session, k.tenant_id, k.provider_id, k.subject, k.sid, k.hint
    from control.provider_sessions k where k.session_id = carried.id
  on conflict (session_id) do nothing;
  update control.sessions set chain_id = coalesce(carried.chain_id, carried.id) where id = to_session;
end $$;

drop function control.sessions_of_chain(uuid, uuid, timestamptz);
-- Ends a session and those that it was carried from or to. Answers those that were open. What is being carried from one of
-- them is waited for, and there only for the next look.
create function control.end_chain(of_session uuid, of_user uuid, moment timestamptz) returns table (id uuid, tenant_id text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  chain uuid;
begin
  select coalesce(s.chain_id, s.id) into chain from control.sessions s where s.id = of_session and s.user_id = of_user;
  loop
    return query
      with still as (
        select o.id from control.sessions o
         where o.user_id = of_user and coalesce(o.chain_id, o.id) = chain and o.ended_at is null and o.expires_at > moment
         order by o.id for update)
      update control.sessions s set ended_at = moment from still where s.id = still.id
      returning s.id, s.tenant_id;
    exit when not found;
  end loop;
end $$;

drop function control.tenants_of_sessions(uuid, timestamptz);
drop function control.end_sessions_of(uuid, uuid, timestamptz);
-- Ends all of the person's sessions but the one named, in these tenants; null: in all. Answers those; it looks again, as above.
create function control.end_sessions_in(of_user uuid, tenants text[], kept_session uuid, moment timestamptz)
returns table (id uuid, tenant_id text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  loop
    return query
      with still as (
        select o.id from control.sessions o
         where o.user_id = of_user and (tenants is null or o.tenant_id = any (tenants)) and o.ended_at is null and o.expires_at > moment
           and o.id is distinct from kept_session
         order by o.id for update)
      update control.sessions s set ended_at = moment from still where s.id = still.id
      returning s.id, s.tenant_id;
    exit when not found;
  end loop;
end $$;

-- Whose session a browser has, whatever became of it: nothing is opened by one that has ended, but it can be left.
create function control.session_to_leave(token bytea) returns table (id uuid, user_id uuid, tenant_id text, team_id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select s.id, s.user_id, s.tenant_id, s.team_id from control.sessions s where s.token_hash = token
$$;

-- A browser goes on in another session. What was carried from or to the former one goes on with it where it is the same
-- person's; else all of it ends. Answers what has ended.
create function control.succeed_session(former uuid, next_session uuid, moment timestamptz) returns table (id uuid, tenant_id text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  was control.sessions;
begin
  -- In the order in which chains are ended.
  perform from control.sessions s where s.id in (former, next_session) order by s.id for update;
  select s.* into was from control.sessions s where s.id = former;
  update control.sessions n set chain_id = coalesce(was.chain_id, was.id)
   where n.id = next_session and n.user_id = was.user_id
     and coalesce(n.chain_id, was.chain_id, was.id) = coalesce(was.chain_id, was.id);
  if found then
    return query update control.sessions s set ended_at = moment where s.id = former and s.ended_at is null returning s.id, s.tenant_id;
  else
    return query select c.id, c.tenant_id from control.end_chain(former, was.user_id, moment) c;
  end if;
end $$;

do $$
declare
  made text;
begin
  foreach made in array array['end_chain', 'end_sessions_in', 'session_to_leave', 'succeed_session'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
