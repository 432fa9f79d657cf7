create or replace function control.note_right_of_user() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.right_changes (user_id) values (old.user_id);
  return null;
end $$;
