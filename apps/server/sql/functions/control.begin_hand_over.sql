create or replace function control.begin_hand_over(
  ticket bytea, of_session uuid, of_user uuid, to_team text, from_host_origin text, return_to text, moment timestamptz, until timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not control.may_go_on_in(of_session, to_team, moment) then return false; end if;
  insert into control.hand_overs (ticket_hash, session_id, user_id, tenant_id, team_id, from_origin, return_path, created_at, expires_at)
  select ticket, s.id, s.user_id, t.tenant_id, t.id, from_host_origin, return_to, moment, until
    from control.sessions s join control.teams t on t.id = to_team
   where s.id = of_session and s.user_id = of_user;
  return found;
end $$;

grant execute on function control.begin_hand_over to learnt_app;
