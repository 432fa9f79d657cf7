-- The session at a provider goes along, and signing out of one signs out of all. Only while the first session stands:
-- whoever ends it waits for this transaction and ends the new one too, or this one finds it ended, and is undone with what
-- it has opened.
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
