-- Everything that the control plane stores about a person and that concerns one tenant, without secrets and hashes.
create or replace function control.data_of_account(of_user uuid, of_tenant text) returns jsonb
language sql stable security definer set search_path = control, pg_temp as $$
  select jsonb_build_object(
    'account', jsonb_build_object(
      'id', u.id, 'email', u.email, 'isEmailVerified', u.is_email_verified, 'additionalEmails', u.additional_emails,
      'firstName', u.first_name, 'lastName', u.last_name, 'phone', u.phone, 'avatar', u.avatar,
      'hasPassword', exists (select from credentials c where c.user_id = u.id),
      'createdAt', u.created_at, 'updatedAt', u.updated_at),
    'usernames', (select coalesce(jsonb_agg(n.name order by n.name), '[]') from usernames n
      where n.user_id = u.id and n.tenant_id = of_tenant),
    'teams', (select coalesce(jsonb_agg(jsonb_build_object(
        'team', t.display_name, 'status', d.status, 'roles', d.roles, 'username', d.username, 'isDefault', d.is_default,
        'selfRegistered', d.self_registered, 'createdAt', d.created_at, 'lastUsedAt', d.last_used_at) order by d.created_at), '[]')
      from directory d join teams t on t.id = d.team_id where d.user_id = u.id and d.tenant_id = of_tenant),
    'authenticator', (select jsonb_build_object('createdAt', a.created_at, 'lastUsedAt', a.last_used_at)
      from authenticators a where a.user_id = u.id and a.secret is not null),
    'passkeys', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'site', p.host, 'createdAt', p.created_at,
        'lastUsedAt', p.last_used_at) order by p.created_at), '[]') from passkeys p where p.user_id = u.id),
    'recoveryCodes', (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null),
    'knownDevices', (select coalesce(jsonb_agg(jsonb_build_object('lastUsedAt', k.last_used_at, 'trustedUntil', k.trusted_until)
        order by k.last_used_at), '[]') from known_devices k where k.user_id = u.id),
    'signInProviders', (select coalesce(jsonb_agg(jsonb_build_object('provider', p.name, 'kind', p.kind, 'email', i.email,
        'linkedAt', i.created_at, 'lastUsedAt', i.last_used_at) order by i.created_at), '[]')
      from identities i join providers p on p.id = i.provider_id where i.user_id = u.id and i.tenant_id = of_tenant),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('device', s.user_agent, 'address', s.address, 'provenBy', s.proven_by,
        'factor', s.factor, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at, 'endedAt', s.ended_at,
        'expiresAt', s.expires_at) order by s.created_at), '[]')
      from sessions s where s.user_id = u.id and s.tenant_id = of_tenant))
  from users u where u.id = of_user
    and exists (select from directory d where d.user_id = u.id and d.tenant_id = of_tenant)
$$;

grant execute on function control.data_of_account to learnt_app;
