-- The person's identities at providers of the bound tenant; `is_only_way`: the person has no other way to sign in.
create or replace function control.identities_of(of_user uuid)
returns table (id uuid, provider_id uuid, name text, kind text, email text, created_at timestamptz, last_used_at timestamptz, is_only_way boolean)
language sql stable security definer set search_path = control, pg_temp as $$
  select i.id, p.id, p.name, p.kind, i.email, i.created_at, i.last_used_at, not control.has_other_way(of_user, i.id)
  from control.identities i join control.providers p on p.id = i.provider_id
  where i.user_id = of_user and i.tenant_id = public.current_tenant() order by i.created_at, i.id
$$;

grant execute on function control.identities_of to learnt_app;
