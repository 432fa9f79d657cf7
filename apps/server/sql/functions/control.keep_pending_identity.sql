create or replace function control.keep_pending_identity(browser bytea, of_provider uuid, of_subject text, address text, of_user uuid, until timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.pending_identities (browser_hash, tenant_id, provider_id, subject, email, user_id, expires_at)
  select browser, p.tenant_id, p.id, of_subject, lower(address), of_user, until from control.providers p where p.id = of_provider
  on conflict (browser_hash) do update
    set tenant_id = excluded.tenant_id, provider_id = excluded.provider_id, subject = excluded.subject, email = excluded.email,
        user_id = excluded.user_id, expires_at = excluded.expires_at
$$;

grant execute on function control.keep_pending_identity to learnt_app;
