create or replace function control.note_right_of_tenant() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.right_changes (tenant_id) values (old.id);
  return null;
end $$;
