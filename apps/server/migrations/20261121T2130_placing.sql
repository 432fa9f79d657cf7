-- A tenant is moved from one cluster to another. Its present place has a number, with which every transaction comes; the
-- place that it leaves refuses that number from a moment on, so that a process that has not heard of it cannot write there.

alter table control.tenants
  add column place_number integer not null default 0,
  add column placed_at timestamptz;

-- What is under way, for whoever finds a move that was killed. On the first cluster.
create table control.tenant_moves (
  tenant_id text primary key references control.tenants (id),
  from_cluster text not null,
  to_cluster text not null,
  -- The number of the place that it leaves.
  place_number integer not null,
  -- The tenant's place is the other one already: the move can only go on.
  is_placed boolean not null default false,
  begun_at timestamptz not null default clock_timestamp()
);

-- Of each cluster: tenants that leave it or come to it, or have been here.
create table control.closed_places (
  tenant_id text primary key,
  -- Whoever comes with this number or a smaller one may not write, and not read.
  writes_until integer not null,
  reads_until integer not null,
  -- What waits in the outbox stays there.
  holds_work boolean not null
);
revoke all on control.tenant_moves, control.closed_places from public;

create function control.enter_place(of_tenant text, as_number integer, only_reads boolean) returns void
language plpgsql stable security definer set search_path = control, pg_temp as $$
begin
  perform from control.closed_places c
   where c.tenant_id = of_tenant and as_number <= case when only_reads then c.reads_until else c.writes_until end;
  if found then raise exception 'Tenant % is being moved, or was', of_tenant using errcode = 'LN002'; end if;
end $$;

-- Whose work the relay leaves where it is.
create function control.held_tenants() returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select c.tenant_id from control.closed_places c where c.holds_work
$$;
revoke all on function control.held_tenants() from public;
grant execute on function control.held_tenants() to learnt_relay;

-- A new tenant of an id that was here before.
create function control.open_place() returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  delete from control.closed_places c where c.tenant_id = public.current_tenant()
$$;

create function control.place_of(of_tenant text) returns table (cluster text, place_number integer)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.cluster, n.place_number from control.tenants n where n.id = of_tenant
$$;

create function control.lately_placed(seconds integer) returns table (id text, cluster text, place_number integer)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.cluster, n.place_number from control.tenants n
  where n.placed_at > clock_timestamp() - make_interval(secs => seconds)
$$;

create function control.has_moves() returns boolean
language sql stable security definer set search_path = control, pg_temp as $$
  select exists (select from control.tenant_moves)
$$;

-- Work that comes round leaves out who is being moved.
create or replace function control.open_tenants_on(in_cluster text) returns table (id text, settings jsonb, created_at timestamptz)
language sql stable security definer set search_path = control, pg_temp as $$
  select n.id, n.settings, n.created_at from control.tenants n
  where n.status = 'active' and n.cluster = in_cluster
    and not exists (select from control.tenant_moves m where m.tenant_id = n.id)
  order by n.id
$$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'enter_place(text, integer, boolean)', 'open_place()', 'place_of(text)', 'lately_placed(integer)', 'has_moves()'
  ] loop
    execute format('revoke all on function control.%s from public', made);
    execute format('grant execute on function control.%s to learnt_app', made);
  end loop;
end $$;
