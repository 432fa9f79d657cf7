-- `with_secret` null keeps the secret. `forget_people` deletes the linked identities, because another service now
-- asserts who people are.
create or replace function control.change_provider(
  of_id uuid, at_revision integer, called text, in_color text, with_config jsonb, with_secret text, enabled boolean,
  by_superadmin boolean, forget_people boolean, moment timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  of_team text;
begin
  update control.providers p
     set name = called, color = in_color, config = with_config, secret = coalesce(with_secret, p.secret), is_enabled = enabled,
         set_by_superadmin = by_superadmin, revision = p.revision + 1, updated_at = moment
   where p.id = of_id and p.revision = at_revision and p.tenant_id = public.current_tenant()
   returning p.team_id into of_team;
  if not found then return false; end if;
  delete from control.provider_flows where provider_id = of_id;
  if forget_people then
    delete from control.identities where provider_id = of_id;
    delete from control.pending_identities where provider_id = of_id;
  end if;
  perform control.publish_providers(of_team, moment);
  return true;
end $$;

grant execute on function control.change_provider to learnt_app;
