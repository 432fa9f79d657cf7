-- Identities at providers as their owner sees them: linked on purpose, and never taken off while nothing else lets one in.

-- Ways of signing in (auth_methods) that a provider of this kind is.
create function control.methods_of_kind(kind text) returns text[]
language sql immutable security definer set search_path = control, pg_temp as $$
  select case kind when 'auth0' then array['sso'] when 'oidc' then array['sso'] when 'okta' then array['okta', 'widget'] else array[kind] end
$$;

-- Whether a person could enter the bound tenant without one of their identities: by a password or a passkey that one of
-- their teams takes, or by another identity that its own team offers and one of theirs takes.
create function control.has_other_way(of_user uuid, without_identity uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d
    join control.teams t on t.id = d.team_id and t.status <> 'deleted' and t.is_active
    cross join lateral (select case when t.auth_methods = '{}' then array['password'] else t.auth_methods end as taken) m
    where d.user_id = of_user and d.tenant_id = public.current_tenant() and d.status = 'active'
      and ('password' = any (m.taken) and exists (select from control.credentials c where c.user_id = of_user)
        or 'passkey' = any (m.taken) and exists (select from control.passkeys k where k.user_id = of_user)
        or exists (
          select from control.identities i
          join control.providers p on p.id = i.provider_id and p.is_enabled
          join control.teams o on o.id = p.team_id and o.status <> 'deleted' and o.is_active
          where i.user_id = of_user and i.tenant_id = d.tenant_id and i.id <> without_identity
            and control.methods_of_kind(p.kind) && m.taken and control.methods_of_kind(p.kind) && o.auth_methods)))
$$;

drop function control.identities_of(uuid);

-- What of the bound tenant's providers opens a person's account; `is_only_way`: nothing else does.
create function control.identities_of(of_user uuid)
returns table (id uuid, provider_id uuid, name text, kind text, email text, created_at timestamptz, last_used_at timestamptz, is_only_way boolean)
language sql stable security definer set search_path = control, pg_temp as $$
  select i.id, p.id, p.name, p.kind, i.email, i.created_at, i.last_used_at, not control.has_other_way(of_user, i.id)
  from control.identities i join control.providers p on p.id = i.provider_id
  where i.user_id = of_user and i.tenant_id = public.current_tenant() order by i.created_at, i.id
$$;

drop function control.unlink_identity(uuid, uuid);

-- The provider's name when it was unlinked; `is_only_way`: it was left. No row: it is not there. Under the person's lock,
-- so that two at once do not each count on the other.
create function control.unlink_identity(of_id uuid, of_user uuid) returns table (name text, is_only_way boolean)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  of_provider text;
begin
  perform from control.users u where u.id = of_user for update;
  select p.name into of_provider from control.identities i join control.providers p on p.id = i.provider_id
   where i.id = of_id and i.user_id = of_user and i.tenant_id = public.current_tenant();
  if not found then return; end if;
  if not control.has_other_way(of_user, of_id) then
    return query select of_provider, true;
    return;
  end if;
  delete from control.identities where id = of_id;
  return query select of_provider, false;
end $$;

do $$
declare
  made text;
begin
  foreach made in array array['methods_of_kind', 'has_other_way', 'identities_of', 'unlink_identity'] loop
    execute format('revoke all on function control.%I from public', made);
  end loop;
  foreach made in array array['identities_of', 'unlink_identity'] loop
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
