-- Whose rights may be others than a moment ago. A process with live sockets looks here twice a second and asks again for
-- those who are named, instead of for everybody before everything that is told.

create table control.right_changes (
  id bigint generated always as identity primary key,
  -- The transaction that changed them: whoever looks says what was visible to it last time, so that nothing is missed
  -- that began earlier and was committed later.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  -- One of the three: a person, everybody in a team, everybody in a tenant.
  user_id uuid,
  team_id text,
  tenant_id text,
  constraint names_one check (num_nonnulls(user_id, team_id, tenant_id) = 1)
);
create index right_changes_by_xid on control.right_changes (xid);
create index right_changes_by_age on control.right_changes (at);
revoke all on control.right_changes from public;

create function control.note_right_of_user() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.right_changes (user_id) values (old.user_id);
  return null;
end $$;

create function control.note_right_of_team() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.right_changes (team_id) values (old.id);
  return null;
end $$;

create function control.note_right_of_tenant() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.right_changes (tenant_id) values (old.id);
  return null;
end $$;

-- What control.check_session() looks at. New rows take nothing away: nobody has a socket by them yet.
create trigger session_changed after update of token_hash, user_id, tenant_id, team_id, expires_at, ended_at, acting_id,
  acting_user_id, acting_team_id, acting_writes, acting_until on control.sessions
  for each row when ((old.token_hash, old.user_id, old.tenant_id, old.team_id, old.expires_at, old.ended_at, old.acting_id,
    old.acting_user_id, old.acting_team_id, old.acting_writes, old.acting_until)
    is distinct from (new.token_hash, new.user_id, new.tenant_id, new.team_id, new.expires_at, new.ended_at, new.acting_id,
    new.acting_user_id, new.acting_team_id, new.acting_writes, new.acting_until))
  execute function control.note_right_of_user();
create trigger session_gone after delete on control.sessions
  for each row when (old.ended_at is null) execute function control.note_right_of_user();
create trigger membership_changed after update of user_id, team_id, tenant_id, status, roles on control.directory
  for each row when ((old.user_id, old.team_id, old.tenant_id, old.status, old.roles)
    is distinct from (new.user_id, new.team_id, new.tenant_id, new.status, new.roles))
  execute function control.note_right_of_user();
create trigger membership_gone after delete on control.directory
  for each row execute function control.note_right_of_user();
create trigger team_changed after update of status, is_active on control.teams
  for each row when ((old.status, old.is_active) is distinct from (new.status, new.is_active))
  execute function control.note_right_of_team();
create trigger team_gone after delete on control.teams
  for each row execute function control.note_right_of_team();
create trigger tenant_changed after update of status, settings on control.tenants
  for each row when ((old.status, old.settings) is distinct from (new.status, new.settings))
  execute function control.note_right_of_tenant();
create trigger tenant_gone after delete on control.tenants
  for each row execute function control.note_right_of_tenant();

-- Who was named since a snapshot, and the snapshot to come with next time.
create function control.rights_changed(since text)
returns table (seen text, user_ids uuid[], team_ids text[], tenant_ids text[])
language sql stable security definer set search_path = control, pg_temp as $$
  select pg_current_snapshot()::text,
    coalesce(array_agg(distinct c.user_id) filter (where c.user_id is not null), '{}'),
    coalesce(array_agg(distinct c.team_id) filter (where c.team_id is not null), '{}'),
    coalesce(array_agg(distinct c.tenant_id) filter (where c.tenant_id is not null), '{}')
  from control.right_changes c
  where c.xid >= pg_snapshot_xmin(since::pg_snapshot) and not pg_visible_in_snapshot(c.xid, since::pg_snapshot)
$$;

create function control.forget_right_changes(before timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.right_changes where at < before
$$;

revoke all on function control.note_right_of_user(), control.note_right_of_team(), control.note_right_of_tenant(),
  control.rights_changed(text), control.forget_right_changes(timestamptz) from public;
grant execute on function control.rights_changed(text) to learnt_app;
grant execute on function control.forget_right_changes(timestamptz) to learnt_relay;
