-- The control plane and all tenants lie in one database.

drop function control.claim_cluster(text);
drop function control.cluster_of(text);
drop function control.clusters_in_use();
drop function control.directory_entries(uuid[], text[]);
drop function control.enter_place(text, integer, boolean);
drop function control.has_moves();
drop function control.held_tenants();
drop function control.lately_placed(integer);
drop function control.open_place();
drop function control.place_of(text);
drop function control.create_tenant(text, text, jsonb, timestamptz, text);
drop function control.kept_tenants_on(text);
drop function control.open_tenants_on(text);
drop function control.open_tenants();

-- squawk-ignore ban-drop-table
drop table public.joint_commits;
-- squawk-ignore ban-drop-table
drop table control.closed_places;
-- squawk-ignore ban-drop-table
drop table control.tenant_moves;
-- squawk-ignore ban-drop-table
drop table control.this_cluster;
-- squawk-ignore ban-drop-column
alter table control.tenants drop column cluster, drop column place_number, drop column placed_at;

create function control.open_tenants() returns table (id text, settings jsonb, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.settings, n.created_at from control.tenants n where n.status = 'active' order by n.id
$$;

-- Tenants whose rows are kept, whether anybody may sign in or not: what is promised to end ends in them too.
create function control.kept_tenants() returns table (id text)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id from control.tenants n where n.status in ('active', 'suspended') order by n.id
$$;

do $$
declare
  made text;
begin
  foreach made in array array['open_tenants', 'kept_tenants'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
