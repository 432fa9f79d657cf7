-- put_directory_many() of one membership, for the version before, which calls this.
create or replace function control.put_directory(of_user uuid, in_team text, new_status text, new_roles text[], new_username text, moment timestamptz) returns setof uuid
language sql volatile security definer set search_path = control, pg_temp as $$
  select session_id from control.put_directory_many(jsonb_build_array(jsonb_build_object(
    'user_id', of_user, 'team_id', in_team, 'status', new_status, 'roles', new_roles, 'username', new_username)), moment)
$$;

grant execute on function control.put_directory to learnt_app;
