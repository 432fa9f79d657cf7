-- Tenants on several clusters: the control plane lies on the first, a tenant's rows whole on one of them. Every cluster has
-- all tables; which functions of schema control each of them answers for itself says platform/db/clusters.ts.

-- What the tenant's own statements need to know of the tenant: they cannot ask the control plane, which may lie elsewhere.
create table tenant_calendars (
  tenant_id text not null,
  -- The zone in which its days begin and end.
  time_zone text not null,
  created_at timestamptz not null,
  primary key (tenant_id)
);
select make_tenant_table('tenant_calendars', true, '{select}');

alter table tenant_calendars no force row level security;
insert into tenant_calendars (tenant_id, time_zone, created_at)
select id, coalesce(settings ->> 'timeZone', 'UTC'), created_at from control.tenants on conflict do nothing;
alter table tenant_calendars force row level security;

create or replace function control.zone_of_tenant() returns text
language plpgsql stable security definer set search_path = control, pg_temp as $$
declare
  zone text;
begin
  select c.time_zone into zone from public.tenant_calendars c where c.tenant_id = public.current_tenant();
  if zone is null then return 'UTC'; end if;
  if exists (select from control.time_zones z where z.name = zone) then return zone; end if;
  begin
    perform now() at time zone zone;
    return zone;
  exception when invalid_parameter_value then
    return 'UTC';
  end;
end $$;

create or replace function control.creation_of_tenant() returns timestamptz
language sql stable security definer set search_path = control, pg_temp as $$
  select c.created_at from public.tenant_calendars c where c.tenant_id = public.current_tenant()
$$;

-- The same for many memberships at once, each with user_id, team_id, status, roles and username, as they are in the
-- tenant's own rows.
drop function control.put_directory_many(text[], timestamptz);
create function control.put_directory_many(entries jsonb, moment timestamptz)
returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  insert into control.directory (user_id, team_id, tenant_id, status, roles, username, created_at)
  select e.user_id, e.team_id, t.tenant_id, e.status, e.roles, nullif(e.username, ''), moment
    from jsonb_to_recordset(entries) as e (user_id uuid, team_id text, status text, roles text[], username text)
    join control.teams t on t.id = e.team_id and t.tenant_id = public.current_tenant()
   order by e.user_id, e.team_id
  on conflict (user_id, team_id) do update
    set status = excluded.status, roles = excluded.roles, username = excluded.username;
  perform control.keep_usernames(array(
    select distinct e.user_id from jsonb_to_recordset(entries) as e (user_id uuid)));
  return query update control.sessions s set ended_at = moment
    from jsonb_to_recordset(entries) as e (user_id uuid, team_id text, status text)
    join control.teams t on t.id = e.team_id and t.tenant_id = public.current_tenant()
   where e.status <> 'active' and s.user_id = e.user_id and s.team_id = e.team_id and s.ended_at is null
   returning s.id, s.user_id;
end $$;

-- directory_entry() of many memberships at once, those that there are.
create function control.directory_entries(of_users uuid[], in_teams text[])
returns table (user_id uuid, team_id text, is_default boolean, last_used_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select d.user_id, d.team_id, d.is_default, d.last_used_at from unnest(of_users, in_teams) as asked (user_id, team_id)
  join control.directory d on d.user_id = asked.user_id and d.team_id = asked.team_id and d.tenant_id = public.current_tenant()
$$;

-- Which cluster this is, by its own word: written at its first start, so that two addresses are not mistaken for each other.
create table control.this_cluster (
  is_only boolean primary key default true constraint there_is_one_cluster check (is_only),
  name text not null
);
revoke all on control.this_cluster from public;

create function control.claim_cluster(as_name text) returns text
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.this_cluster (name) values (as_name) on conflict do nothing;
  select c.name from control.this_cluster c
$$;

create function control.create_tenant(new_id text, new_name text, new_settings jsonb, moment timestamptz, on_cluster text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.tenants (id, name, settings, cluster, created_at, updated_at)
  values (new_id, new_name, new_settings, on_cluster, moment, moment) on conflict (id) do nothing;
  return found;
end $$;

create function control.cluster_of(of_tenant text) returns text
language sql stable security definer set search_path = control, pg_temp as $$
  select n.cluster from control.tenants n where n.id = of_tenant
$$;

create function control.clusters_in_use() returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select distinct n.cluster from control.tenants n order by 1
$$;

create function control.open_tenants_on(in_cluster text) returns table (id text, settings jsonb, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.settings, n.created_at from control.tenants n where n.status = 'active' and n.cluster = in_cluster order by n.id
$$;

-- Places of changes are each cluster's own, and the tenants that they name may be known to another only.
alter table control.live_tenants drop constraint live_tenants_tenant;
create or replace function control.note_live_tenants(tenant_ids text[], places bigint[]) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.live_tenants (tenant_id, last)
  select told.tenant_id, max(told.place) from unnest(tenant_ids, places) as told (tenant_id, place)
  group by told.tenant_id order by told.tenant_id
  on conflict (tenant_id) do update set last = greatest(live_tenants.last, excluded.last)
$$;

-- What a transaction over two clusters has decided: whether a row is here, and says so, decides about the prepared half on
-- the first cluster. One id has one row, so that whoever comes first decides.
create table joint_commits (
  tenant_id text not null,
  id uuid not null,
  -- Somebody found the half of one that seemed dead, and made sure that it never happens.
  is_refused boolean not null default false,
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index joint_commits_by_age on joint_commits (at);
select make_tenant_table('joint_commits', true, '{select,delete}');

do $$
declare
  made text;
begin
  foreach made in array array[
    'put_directory_many(jsonb, timestamptz)', 'claim_cluster(text)', 'create_tenant(text, text, jsonb, timestamptz, text)',
    'directory_entries(uuid[], text[])', 'cluster_of(text)', 'clusters_in_use()', 'open_tenants_on(text)'
  ] loop
    execute format('revoke all on function control.%s from public', made);
    execute format('grant execute on function control.%s to learnt_app', made);
  end loop;
end $$;
