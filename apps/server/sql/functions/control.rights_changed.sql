-- Whose rights changed since a snapshot, and the snapshot to pass next time.
create or replace function control.rights_changed(since text)
returns table (seen text, user_ids uuid[], team_ids text[], tenant_ids text[])
language sql stable security definer set search_path = control, pg_temp as $$
  select pg_current_snapshot()::text,
    coalesce(array_agg(distinct c.user_id) filter (where c.user_id is not null), '{}'),
    coalesce(array_agg(distinct c.team_id) filter (where c.team_id is not null), '{}'),
    coalesce(array_agg(distinct c.tenant_id) filter (where c.tenant_id is not null), '{}')
  from control.right_changes c
  where c.xid >= pg_snapshot_xmin(since::pg_snapshot) and not pg_visible_in_snapshot(c.xid, since::pg_snapshot)
$$;

grant execute on function control.rights_changed to learnt_app;
