-- False when the passkey is known already, or the person has twenty.
create or replace function control.add_passkey(
  new_id uuid, of_user uuid, credential bytea, key bytea, at_host text, called text, ways text[], synced boolean, signed bigint, moment timestamptz,
  in_tenant text
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  perform from control.users u where u.id = of_user for update;
  if (select count(*) from control.passkeys p where p.user_id = of_user) >= 20 then return false; end if;
  insert into control.passkeys (id, user_id, credential_id, public_key, host, name, transports, is_synced, counter, created_at, set_in_tenant)
  values (new_id, of_user, credential, key, at_host, called, ways, synced, signed, moment, in_tenant)
  on conflict (credential_id) do nothing;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  return true;
end $$;

grant execute on function control.add_passkey to learnt_app;
