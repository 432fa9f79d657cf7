create or replace function control.find_passkey(credential bytea)
returns table (id uuid, user_id uuid, credential_id bytea, public_key bytea, host text, name text, transports text[], is_synced boolean,
               counter bigint, created_at timestamptz, last_used_at timestamptz, set_in_tenant text)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.user_id, p.credential_id, p.public_key, p.host, p.name, p.transports, p.is_synced, p.counter, p.created_at, p.last_used_at,
         p.set_in_tenant
  from control.passkeys p where p.credential_id = credential
$$;

grant execute on function control.find_passkey to learnt_app;
