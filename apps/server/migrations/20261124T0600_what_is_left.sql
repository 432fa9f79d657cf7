-- What was left of means that are bound to a tenant, and of sessions that end together.

drop function control.reset_factors(uuid, boolean);
-- Takes a person's factors away, and answers which. `all`: from inside a tenant only while the person belongs nowhere else;
-- `anywhere` is a superadministrator's, and the callers prove the role before they ask. `bound`: of somebody who belongs
-- elsewhere too the passkeys that open this tenant alone. Null: there was nothing that the tenant may take.
create function control.reset_factors(of_user uuid, anywhere boolean) returns text
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if not exists (select from control.directory d where d.user_id = of_user and d.tenant_id = public.current_tenant()) then
    return null;
  end if;
  if not anywhere and control.belongs_elsewhere(of_user) then
    delete from control.passkeys where user_id = of_user and set_in_tenant = public.current_tenant();
    if not found then return null; end if;
    delete from control.sign_in_steps where user_id = of_user and tenant_id = public.current_tenant();
    perform control.drop_idle_codes(of_user);
    return 'bound';
  end if;
  delete from control.authenticators where user_id = of_user;
  delete from control.passkeys where user_id = of_user;
  delete from control.recovery_codes where user_id = of_user;
  delete from control.sign_in_steps where user_id = of_user;
  perform control.forget_trust(of_user);
  return 'all';
end $$;

drop function control.proof_of_session(uuid, uuid);
-- As before. `shown_at`: when something was shown last, however little it says.
create function control.proof_of_session(of_session uuid, of_user uuid)
returns table (proved_at timestamptz, shown_at timestamptz, proven_by text, factor text, is_own boolean, is_bound boolean, proved_by text)
language sql stable security definer set search_path = control, pg_temp as $$
  select control.proved_when(s), coalesce(s.proved_at, s.created_at), s.proven_by, s.factor, control.shows_own(s), s.is_bound, s.proved_by
  from control.sessions s where s.id = of_session and s.user_id = of_user
$$;

-- As before; it looks again, for what was being carried when it looked first.
create or replace function control.end_sessions_of_subject(of_provider uuid, of_subject text, of_sid text, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  loop
    return query
      with still as (
        select s.id from control.sessions s
         where s.tenant_id = public.current_tenant() and s.ended_at is null and s.expires_at > moment
           and case when of_sid <> ''
             then exists (
               select from control.provider_sessions k
               where k.session_id = s.id and k.tenant_id = s.tenant_id and k.provider_id = of_provider
                 and case when k.sid = '' then k.subject = of_subject
                          else k.sid = of_sid and (of_subject = '' or k.subject = of_subject) end)
             else exists (
               select from control.identities i
               where i.tenant_id = s.tenant_id and i.provider_id = of_provider and i.subject = of_subject and i.user_id = s.user_id)
             end
         order by s.id for update)
      update control.sessions s set ended_at = moment from still where s.id = still.id
      returning s.id, s.user_id;
    exit when not found;
  end loop;
end $$;

-- As before; a deleted tenant that can still be had back is one.
create or replace function control.is_alone(of_user uuid, in_tenant text) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select not exists (
    select from control.directory d join control.tenants n on n.id = d.tenant_id and n.status <> 'removing'
     where d.user_id = of_user and d.tenant_id <> in_tenant)
$$;

create or replace function control.belongs_elsewhere(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (
    select from control.directory d join control.tenants n on n.id = d.tenant_id and n.status <> 'removing'
     where d.user_id = of_user and d.tenant_id <> public.current_tenant() and d.last_used_at is not null)
$$;

-- Whether the session has shown what is the person's own, of an account that is: what was shown in it last says so, else
-- what opened it.
create or replace function control.shows_own(session control.sessions) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select coalesce(session.proved_by = 'own', not session.is_bound) and control.is_own(session.user_id)
$$;

-- Whether an administrator has chosen the password, and it was not set by mail since.
create function control.has_chosen_password(of_user uuid) returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.credentials c where c.user_id = of_user and c.set_in_tenant is not null)
$$;

-- What was set up on a tenant's word is nothing to be superadministrator by: it was in reach of the tenant's own.
create function control.leave_bound_means() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if exists (select from control.directory d
              where d.user_id = new.user_id and d.tenant_id = new.tenant_id and d.team_id <> new.team_id and 'superadmin' = any (d.roles)) then
    return null;
  end if;
  delete from control.passkeys where user_id = new.user_id and set_in_tenant = new.tenant_id;
  if found then perform control.drop_idle_codes(new.user_id); end if;
  update control.sessions set ended_at = now()
   where user_id = new.user_id and proven_tenant_id = new.tenant_id and is_bound and ended_at is null;
  return null;
end $$;
create trigger superadmin_made after insert on control.directory
  for each row when ('superadmin' = any (new.roles)) execute function control.leave_bound_means();
create trigger superadmin_given after update of roles on control.directory
  for each row when ('superadmin' = any (new.roles) and not 'superadmin' = any (old.roles)) execute function control.leave_bound_means();

do $$
declare
  made text;
begin
  foreach made in array array['reset_factors', 'proof_of_session', 'has_chosen_password'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
revoke all on function control.leave_bound_means() from public;
