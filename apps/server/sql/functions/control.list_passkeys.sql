create or replace function control.list_passkeys(of_user uuid)
returns table (id uuid, user_id uuid, credential_id bytea, public_key bytea, host text, name text, transports text[], is_synced boolean,
               counter bigint, created_at timestamptz, last_used_at timestamptz, set_in_tenant text)
language sql stable security definer set search_path = control, pg_temp as $$
  select p.id, p.user_id, p.credential_id, p.public_key, p.host, p.name, p.transports, p.is_synced, p.counter, p.created_at, p.last_used_at,
         p.set_in_tenant
  from control.passkeys p where p.user_id = of_user order by p.created_at, p.id
$$;

grant execute on function control.list_passkeys to learnt_app;
