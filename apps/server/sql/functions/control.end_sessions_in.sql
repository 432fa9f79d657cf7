-- Ends the person's sessions in these tenants (null: in all) except the one named, and returns them. It looks again
-- after waiting, because a session may have been carried meanwhile.
create or replace function control.end_sessions_in(of_user uuid, tenants text[], kept_session uuid, moment timestamptz)
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

grant execute on function control.end_sessions_in to learnt_app;
