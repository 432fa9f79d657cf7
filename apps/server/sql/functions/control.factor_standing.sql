-- Which second factors a person can be asked for. A trusted device counts until the password changes. Passkeys come
-- with the tenant that each is bound to, in the order of their hosts.
create or replace function control.factor_standing(of_user uuid, device bytea, moment timestamptz)
returns table (has_authenticator boolean, passkey_hosts text[], passkey_tenants text[], codes_left integer, is_trusted boolean)
language sql stable security definer rows 1 set search_path = control, pg_temp as $$
  select exists (select from control.authenticators a where a.user_id = of_user and a.secret is not null),
         array(select p.host from control.passkeys p where p.user_id = of_user order by p.host, p.id),
         array(select p.set_in_tenant from control.passkeys p where p.user_id = of_user order by p.host, p.id),
         (select count(*)::integer from control.recovery_codes r where r.user_id = of_user and r.used_at is null),
         exists (select from control.known_devices k
                  where k.user_id = of_user and k.device_hash = device and k.trusted_until > moment
                    and not exists (select from control.credentials c where c.user_id = of_user and c.changed_at > k.trusted_from))
$$;

grant execute on function control.factor_standing to learnt_app;
