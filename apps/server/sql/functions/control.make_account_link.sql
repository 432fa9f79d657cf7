create or replace function control.make_account_link(
  link_id uuid, link_kind text, of_user uuid, in_team text, address text, about jsonb, moment timestamptz, lasts interval
) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.teams t where t.id = in_team and t.tenant_id = public.current_tenant()) then
    raise exception 'team % is not of this tenant', in_team using errcode = 'foreign_key_violation';
  end if;
  insert into control.account_links (id, kind, tenant_id, team_id, user_id, email, details, created_at, expires_at)
  values (link_id, link_kind, public.current_tenant(), in_team, of_user, address, about, moment, moment + lasts);
end $$;

grant execute on function control.make_account_link to learnt_app;
