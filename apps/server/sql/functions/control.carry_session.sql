-- Links the session on the new host to the one it was carried from, with the provider's session, so that signing out of
-- one signs out of all. `for share` serialises this with ending the first session: either the other transaction waits
-- and then ends both, or this one finds the session ended and raises.
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

grant execute on function control.carry_session to learnt_app;
