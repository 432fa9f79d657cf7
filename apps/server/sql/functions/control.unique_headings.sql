-- Columns of the HR feed that identify people in any open team of the tenant.
create or replace function control.unique_headings(of_tenant text) returns setof text
language sql stable security definer set search_path = control, pg_temp as $$
  select distinct coalesce(h ->> 'field', h ->> 'name')
  from control.teams t, jsonb_array_elements(case when jsonb_typeof(t.feed_headings) = 'array' then t.feed_headings else '[]' end) h
  where t.tenant_id = of_tenant and t.status <> 'deleted' and t.is_active and h -> 'isUniqueAttribute' = 'true'::jsonb
    and coalesce(h ->> 'field', h ->> 'name') is not null
  order by 1
$$;

grant execute on function control.unique_headings to learnt_app;
