-- Unlinks an identity and returns the provider's name. `is_only_way`: it was kept, because the person has no other way
-- to sign in. No row: it does not exist. It locks the person, so that two parallel calls cannot remove both of two
-- ways.
create or replace function control.unlink_identity(of_id uuid, of_user uuid) returns table (name text, is_only_way boolean)
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

grant execute on function control.unlink_identity to learnt_app;
