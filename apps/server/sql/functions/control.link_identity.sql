-- Links an identity to a person of its tenant. False when it belongs to somebody else, or the person is no member.
create or replace function control.link_identity(new_id uuid, of_provider uuid, of_subject text, of_user uuid, address text, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  of_tenant text;
begin
  select p.tenant_id into of_tenant from control.providers p where p.id = of_provider;
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = of_tenant) then return false; end if;
  insert into control.identities as i (tenant_id, provider_id, subject, id, user_id, email, created_at)
  values (of_tenant, of_provider, of_subject, new_id, of_user, address, moment)
  on conflict (tenant_id, provider_id, subject) do nothing;
  return exists (select from control.identities i
                 where i.tenant_id = of_tenant and i.provider_id = of_provider and i.subject = of_subject and i.user_id = of_user);
end $$;

grant execute on function control.link_identity to learnt_app;
