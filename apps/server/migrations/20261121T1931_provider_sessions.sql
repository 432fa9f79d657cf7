-- What a session knows of the one at its provider: so that signing out here can go on there, and signing out there ends it.

create table control.provider_sessions (
  session_id uuid primary key references control.sessions (id) on delete cascade,
  tenant_id text not null references control.tenants (id),
  provider_id uuid not null references control.providers (id) on delete cascade,
  subject text not null,
  -- The provider's own name of the session (OpenID: sid; SAML: SessionIndex); empty: it gives none.
  sid text not null default '',
  -- Sealed: what the provider wants to see when one signs out there (an ID token; SAML's name identifier). Empty: nothing is kept.
  hint text not null default ''
);
create index provider_sessions_by_sid on control.provider_sessions (provider_id, sid);
create index provider_sessions_by_tenant on control.provider_sessions (tenant_id);
revoke all on control.provider_sessions from public;

create function control.note_provider_session(of_session uuid, of_provider uuid, of_subject text, of_sid text, sealed text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.provider_sessions (session_id, tenant_id, provider_id, subject, sid, hint)
  select of_session, p.tenant_id, p.id, of_subject, of_sid, sealed from control.providers p where p.id = of_provider
  on conflict (session_id) do nothing
$$;

-- The session that a hand-over made goes on where the first one was.
create function control.carry_provider_session(code bytea, to_session uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.provider_sessions (session_id, tenant_id, provider_id, subject, sid, hint)
  select to_session, k.tenant_id, k.provider_id, k.subject, k.sid, k.hint
  from control.hand_overs h join control.provider_sessions k on k.session_id = h.session_id
  where h.code_hash = code
  on conflict (session_id) do nothing
$$;

create function control.provider_session_of(of_session uuid, of_user uuid)
returns table (provider_id uuid, subject text, sid text, hint text)
language sql stable security definer set search_path = control, pg_temp as $$
  select k.provider_id, k.subject, k.sid, k.hint
  from control.provider_sessions k join control.sessions s on s.id = k.session_id
  where k.session_id = of_session and s.user_id = of_user
$$;

-- A provider of the bound tenant says that somebody has signed out there. Named session: those that came of it. None
-- named: all of the person's sessions that are in the tenant. What is in another tenant is nobody's of the provider.
create function control.end_sessions_of_subject(of_provider uuid, of_subject text, of_sid text, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.sessions s set ended_at = moment
   where s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
     and case when of_sid <> ''
       then exists (
         select from control.provider_sessions k
         where k.session_id = s.id and k.tenant_id = s.tenant_id and k.provider_id = of_provider and k.sid = of_sid
           and (of_subject = '' or k.subject = of_subject))
       else exists (
         select from control.identities i
         where i.tenant_id = s.tenant_id and i.provider_id = of_provider and i.subject = of_subject and i.user_id = s.user_id)
       end
  returning s.id, s.user_id
$$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'note_provider_session', 'carry_provider_session', 'provider_session_of', 'end_sessions_of_subject'
  ] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
