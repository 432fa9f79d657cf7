-- Where changes are told by a message server, which may lose some, a process looks whether it heard of all: by the last
-- place, and by the tenants in which something was told since the last place it knows.
create table control.live_tenants (
  tenant_id text primary key,
  -- Place of the last change that was told in it.
  last bigint not null,
  constraint live_tenants_tenant foreign key (tenant_id) references control.tenants (id) on delete cascade
);
create index live_tenants_by_last on control.live_tenants (last);
revoke all on control.live_tenants from public;

create function control.note_live_tenants(tenant_ids text[], places bigint[]) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.live_tenants (tenant_id, last)
  select t.id, max(told.place) from unnest(tenant_ids, places) as told (tenant_id, place)
  join control.tenants t on t.id = told.tenant_id group by t.id order by t.id
  on conflict (tenant_id) do update set last = greatest(live_tenants.last, excluded.last)
$$;

create function control.live_tenants_after(place bigint) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select t.tenant_id from control.live_tenants t where t.last > place
$$;

revoke all on function control.note_live_tenants(text[], bigint[]), control.live_tenants_after(bigint) from public;
grant execute on function control.note_live_tenants(text[], bigint[]) to learnt_relay;
grant execute on function control.live_tenants_after(bigint) to learnt_app;
