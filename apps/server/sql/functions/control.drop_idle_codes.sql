-- Deletes the recovery codes of a person who has no factor left.
create or replace function control.drop_idle_codes(of_user uuid) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.recovery_codes r
   where r.user_id = of_user
     and not exists (select from control.authenticators a where a.user_id = of_user and a.secret is not null)
     and not exists (select from control.passkeys p where p.user_id = of_user)
$$;

grant execute on function control.drop_idle_codes to learnt_app;
