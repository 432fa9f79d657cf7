-- Replaces a browser's session by another one. Sessions that were carried from or to the former one stay open if they
-- are the same person's; else they end. Returns the ended sessions.
create or replace function control.succeed_session(former uuid, next_session uuid, moment timestamptz) returns table (id uuid, tenant_id text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  was control.sessions;
begin
  -- Locks in the same order as end_chain(), so that the two cannot deadlock.
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

grant execute on function control.succeed_session to learnt_app;
