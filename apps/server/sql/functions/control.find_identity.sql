-- Finds the person behind an asserted identity: the linked one (`is_known`), else the person of the tenant with that
-- address. `is_theirs` is false when they registered with the address and nobody has proved it.
create or replace function control.find_identity(of_provider uuid, of_subject text, address text)
returns table (user_id uuid, is_known boolean, is_theirs boolean, is_domain_verified boolean)
language plpgsql stable security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  of_tenant text;
  found_user uuid;
  theirs boolean;
begin
  select p.tenant_id into of_tenant from control.providers p where p.id = of_provider;
  select i.user_id into found_user from control.identities i
   where i.tenant_id = of_tenant and i.provider_id = of_provider and i.subject = of_subject;
  if found then
    return query select found_user, true, true, false;
    return;
  end if;
  if address = '' then return; end if;
  -- A further address was proved before it became one.
  select u.id, u.is_email_verified or u.email is distinct from lower(find_identity.address) or not exists (select from control.directory d where d.user_id = u.id and d.self_registered)
    into found_user, theirs
    from control.user_addresses a join control.users u on u.id = a.user_id
   where a.address = lower(find_identity.address)
     and exists (select from control.directory d where d.user_id = u.id and d.tenant_id = of_tenant);
  if not found then return; end if;
  return query select found_user, false, theirs, control.is_domain_of_tenant(split_part(lower(find_identity.address), '@', 2), of_tenant);
end $$;

grant execute on function control.find_identity to learnt_app;
