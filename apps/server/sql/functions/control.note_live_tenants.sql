create or replace function control.note_live_tenants(tenant_ids text[], places bigint[]) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  insert into control.live_tenants (tenant_id, last)
  select told.tenant_id, max(told.place) from unnest(tenant_ids, places) as told (tenant_id, place)
  group by told.tenant_id order by told.tenant_id
  on conflict (tenant_id) do update set last = greatest(live_tenants.last, excluded.last)
$$;

grant execute on function control.note_live_tenants to learnt_relay;
