-- Ends sessions when a provider of the bound tenant reports that somebody signed out. With `of_sid`: the sessions that
-- came from that provider session, and those of the subject that have no `sid` (the sign-in widget sends none).
-- Without: all of the person's sessions in this tenant. Never sessions in another tenant. It looks again after waiting,
-- because a session may have been carried meanwhile.
create or replace function control.end_sessions_of_subject(of_provider uuid, of_subject text, of_sid text, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  loop
    return query
      with still as (
        select s.id from control.sessions s
         where s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
           and case when of_sid <> ''
             then exists (
               select from control.provider_sessions k
               where k.session_id = s.id and k.tenant_id = s.tenant_id and k.provider_id = of_provider
                 and case when k.sid = '' then k.subject = of_subject
                          else k.sid = of_sid and (of_subject = '' or k.subject = of_subject) end)
             else exists (
               select from control.identities i
               where i.tenant_id = s.tenant_id and i.provider_id = of_provider and i.subject = of_subject and i.user_id = s.user_id)
             end
         order by s.id for update)
      update control.sessions s set ended_at = moment from still where s.id = still.id
      returning s.id, s.user_id;
    exit when not found;
  end loop;
end $$;

grant execute on function control.end_sessions_of_subject to learnt_app;
