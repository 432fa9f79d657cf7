create or replace function control.note_right_of_team() returns trigger
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.right_changes (team_id) values (old.id);
  return null;
end $$;
