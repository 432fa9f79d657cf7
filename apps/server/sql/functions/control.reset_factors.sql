-- Takes a person's factors away, and answers which. `all`: from inside a tenant only while the person belongs nowhere else;
-- `anywhere` is a superadministrator's, and the callers prove the role before they ask. `bound`: of somebody who belongs
-- elsewhere too the passkeys that open this tenant alone. Null: there was nothing that the tenant may take.
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
