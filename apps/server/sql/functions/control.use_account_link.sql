-- True for one caller only.
create or replace function control.use_account_link(code bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.account_links set used_at = moment, details = '{}'
   where code_hash = code and used_at is null and expires_at > moment;
  return found;
end $$;

grant execute on function control.use_account_link to learnt_app;
