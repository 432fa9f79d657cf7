-- Called when the mail is sent: the link's lifetime begins now. `lasts` applies to links without a lifetime of their
-- own. False when the link was used already.
create or replace function control.arm_account_link(link_id uuid, code bytea, moment timestamptz, lasts interval) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.account_links l
     set code_hash = code, expires_at = moment + coalesce(((l.details ->> 'days')::int) * interval '1 day', lasts)
   where l.id = link_id and l.tenant_id = public.current_tenant() and l.used_at is null;
  return found;
end $$;

grant execute on function control.arm_account_link to learnt_app;
