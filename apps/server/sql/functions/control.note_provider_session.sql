create or replace function control.note_provider_session(of_session uuid, of_provider uuid, of_subject text, of_sid text, sealed text) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.provider_sessions (session_id, tenant_id, provider_id, subject, sid, hint)
  select of_session, p.tenant_id, p.id, of_subject, of_sid, sealed from control.providers p where p.id = of_provider
  on conflict (session_id) do nothing
$$;

grant execute on function control.note_provider_session to learnt_app;
