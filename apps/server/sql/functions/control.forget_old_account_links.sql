create or replace function control.forget_old_account_links(moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.account_links where expires_at < moment - interval '7 days'
$$;

grant execute on function control.forget_old_account_links to learnt_app;
