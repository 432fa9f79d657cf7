-- Ends the sessions in the bound tenant, or in one team of it; `spared` keeps those of superadministrators.
create or replace function control.end_sessions_here(in_team text, spared boolean, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  return query update control.sessions s set ended_at = moment
    where s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
      and (in_team is null or s.team_id = in_team or s.acting_team_id = in_team)
      and not (spared and exists (
        select from control.directory d
        where d.user_id = s.user_id and d.team_id = s.team_id and d.status = 'active' and 'superadmin' = any (d.roles)))
    returning s.id, s.user_id;
end $$;

grant execute on function control.end_sessions_here to learnt_app;
