create or replace function control.forget_old_provider_flows(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.provider_flows where expires_at < moment;
  delete from control.saml_assertions where expires_at < moment;
  delete from control.pending_identities where expires_at < moment
$$;

grant execute on function control.forget_old_provider_flows to learnt_app;
