-- Those of these impersonations that a session still uses, for the clean-up of the list.
create or replace function control.open_impersonations(ids uuid[], moment timestamptz) returns setof uuid
language sql stable security definer set search_path = control, pg_temp as $$
  select s.acting_id from control.sessions s
  where s.acting_id = any (ids) and s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
    and control.may_act(s, moment)
$$;

grant execute on function control.open_impersonations to learnt_app;
