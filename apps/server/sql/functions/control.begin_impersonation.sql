-- True when the session has begun to act as another person; false when it acts already.
create or replace function control.begin_impersonation(
  of_session uuid, of_user uuid, new_id uuid, as_user uuid, as_team text, until timestamptz, moment timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  acting control.sessions;
begin
  update control.sessions
     set acting_id = new_id, acting_user_id = as_user, acting_team_id = as_team, acting_until = until, acting_writes = false
   where id = of_session and user_id = of_user and tenant_id = public.current_tenant() and ended_at is null and acting_id is null
   returning * into acting;
  if not found then return false; end if;
  if not coalesce(control.may_act(acting, moment), false) then
    raise exception 'may not act as this person' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;

grant execute on function control.begin_impersonation to learnt_app;
