-- Uses up a hand-over code, for one caller only, and only for the browser it was made for. Another browser that brings
-- the code uses it up as well, so that a stolen code cannot be tried twice. Returns what the session is bound to and
-- how it was proved.
create or replace function control.take_hand_over(code bytea, nonce bytea, moment timestamptz)
returns table (user_id uuid, tenant_id text, team_id text, roles text[], return_path text, proven_by text, factor text, persists boolean,
               session_until timestamptz, proved_at timestamptz, proved_by text, is_bound boolean)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
declare
  taken control.hand_overs;
begin
  update control.hand_overs h set used_at = moment
   where h.code_hash = code and h.used_at is null and h.expires_at > moment
  returning h.* into taken;
  if not found or taken.nonce_hash is distinct from nonce
     or not control.may_go_on_in(taken.session_id, taken.team_id, moment) then
    return;
  end if;
  return query
    select s.user_id, d.tenant_id, d.team_id, d.roles, taken.return_path, s.proven_by, s.factor, s.persists, s.expires_at,
           coalesce(s.proved_at, s.created_at), s.proved_by, s.is_bound
      from control.sessions s
      join control.directory d on d.user_id = s.user_id and d.team_id = taken.team_id
     where s.id = taken.session_id;
end $$;

grant execute on function control.take_hand_over to learnt_app;
