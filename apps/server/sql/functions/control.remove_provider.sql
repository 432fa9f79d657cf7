create or replace function control.remove_provider(of_id uuid, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  of_team text;
begin
  select p.team_id into of_team from control.providers p where p.id = of_id and p.tenant_id = public.current_tenant() for update;
  if not found then return false; end if;
  delete from control.provider_flows where provider_id = of_id;
  delete from control.pending_identities where provider_id = of_id;
  delete from control.saml_assertions where provider_id = of_id;
  delete from control.identities where provider_id = of_id;
  delete from control.providers where id = of_id;
  perform control.publish_providers(of_team, moment);
  return true;
end $$;

grant execute on function control.remove_provider to learnt_app;
