-- Removes a person's factors and returns which. `all`: allowed inside a tenant only while the person belongs to no
-- other one; `anywhere`: for superadministrators, whose role the callers check first; `bound`: for a person of several
-- tenants, only the passkeys that are bound to this one. Null: there was nothing that the tenant may remove.
create or replace function control.reset_factors(of_user uuid, anywhere boolean) returns text
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = public.current_tenant()) then
    return null;
  end if;
  if not anywhere and control.belongs_elsewhere(of_user) then
    delete from control.passkeys where user_id = of_user and set_in_tenant = public.current_tenant();
    if not found then return null; end if;
    delete from control.sign_in_steps where user_id = of_user and tenant_id = public.current_tenant();
    perform control.drop_idle_codes(of_user);
    return 'bound';
  end if;
  delete from control.authenticators where user_id = of_user;
  delete from control.passkeys where user_id = of_user;
  delete from control.recovery_codes where user_id = of_user;
  delete from control.sign_in_steps where user_id = of_user;
  perform control.forget_trust(of_user);
  return 'all';
end $$;

grant execute on function control.reset_factors to learnt_app;
