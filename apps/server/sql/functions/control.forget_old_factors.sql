create or replace function control.forget_old_factors(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.sign_in_steps where expires_at < moment;
  delete from control.used_challenges where expires_at < moment;
  delete from control.authenticators where secret is null and pending_until < moment;
  update control.authenticators set pending_secret = null, pending_until = null where pending_until < moment;
$$;

grant execute on function control.forget_old_factors to learnt_app;
