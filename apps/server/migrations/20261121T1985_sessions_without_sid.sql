-- As before; and sessions of the subject whose name at the provider is not known here (its sign-in widget tells none).
create or replace function control.end_sessions_of_subject(of_provider uuid, of_subject text, of_sid text, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions s set ended_at = moment
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
  returning s.id, s.user_id
$$;
