-- Replaces the previous authenticator with the one being set up, and uses up the time step of its first code.
create or replace function control.confirm_authenticator(of_user uuid, sealed text, step bigint, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.authenticators
     set secret = pending_secret, pending_secret = null, pending_until = null, last_step = step, created_at = moment, last_used_at = null
   where user_id = of_user and pending_secret = sealed and pending_until > moment;
  if not found then return false; end if;
  perform control.forget_trust(of_user);
  return true;
end $$;

grant execute on function control.confirm_authenticator to learnt_app;
