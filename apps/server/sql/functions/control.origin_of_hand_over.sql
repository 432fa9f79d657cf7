-- The origin at which a browser with this ticket gets its code; nothing when the ticket has expired.
create or replace function control.origin_of_hand_over(ticket bytea, moment timestamptz) returns text
language sql stable security definer set search_path = control, pg_temp as $$
  select h.from_origin from control.hand_overs h
  where h.ticket_hash = ticket and h.code_hash is null and h.expires_at > moment
$$;

grant execute on function control.origin_of_hand_over to learnt_app;
