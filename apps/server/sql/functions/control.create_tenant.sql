create or replace function control.create_tenant(new_id text, new_name text, new_settings jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.tenants (id, name, settings, created_at, updated_at) values (new_id, new_name, new_settings, moment, moment) on conflict (id) do nothing;
  return found;
end $$;

grant execute on function control.create_tenant to learnt_app;
