create or replace function control.create_tenant(new_id text, new_name text, new_settings jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.tenants (id, name, settings, created_at, updated_at) values (new_id, new_name, new_settings, moment, moment) on conflict (id) do nothing;
  return found;
end $$;

grant execute on function control.create_tenant(text, text, jsonb, timestamptz) to learnt_app;

create or replace function control.create_tenant(new_id text, new_name text, new_settings jsonb, moment timestamptz, on_cluster text) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.tenants (id, name, settings, cluster, created_at, updated_at)
  values (new_id, new_name, new_settings, on_cluster, moment, moment) on conflict (id) do nothing;
  return found;
end $$;

grant execute on function control.create_tenant(text, text, jsonb, timestamptz, text) to learnt_app;
