-- Links the identity that waits in this browser to the person it names, by id or by the address they registered with,
-- and uses it up. For anybody else it stays as it is and is not revealed.
create or replace function control.link_pending_identity(browser bytea, new_id uuid, of_user uuid, moment timestamptz)
returns table (provider_id uuid, name text, kind text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  waiting control.pending_identities;
begin
  delete from control.pending_identities w
   where w.browser_hash = browser and w.expires_at > moment
     and w.tenant_id = public.current_tenant()
     and (w.user_id = of_user
          or (w.user_id is null and w.email <> '' and exists (select from control.users u where u.id = of_user and u.email = w.email)))
   returning w.* into waiting;
  if not found then return; end if;
  if not control.link_identity(new_id, waiting.provider_id, waiting.subject, of_user, waiting.email, moment) then return; end if;
  return query select p.id, p.name, p.kind from control.providers p where p.id = waiting.provider_id;
end $$;

grant execute on function control.link_pending_identity to learnt_app;
