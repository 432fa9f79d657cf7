-- Ends a session and all sessions that it was carried from or to, and returns those that were open. It looks again
-- after waiting, because a session may have been carried meanwhile.
create or replace function control.end_chain(of_session uuid, of_user uuid, moment timestamptz) returns table (id uuid, tenant_id text)
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

grant execute on function control.end_chain to learnt_app;
