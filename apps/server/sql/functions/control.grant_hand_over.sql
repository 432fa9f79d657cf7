-- Creates the code for the browser on the second host, once, and only for the session that asked.
create or replace function control.grant_hand_over(
  ticket bytea, of_session uuid, nonce bytea, code bytea, moment timestamptz, until timestamptz
) returns table (tenant_id text, team_id text, return_path text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  return query
    update control.hand_overs h set nonce_hash = nonce, code_hash = code, expires_at = until
     where h.ticket_hash = ticket and h.session_id = of_session and h.code_hash is null and h.expires_at > moment
       and control.may_go_on_in(of_session, h.team_id, moment)
    returning h.tenant_id, h.team_id, h.return_path;
end $$;

grant execute on function control.grant_hand_over to learnt_app;
