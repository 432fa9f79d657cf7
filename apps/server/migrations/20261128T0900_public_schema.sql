-- Schema public belongs to the owner itself, not to it as the owner of the database: the next migration may take away what
-- the role inherits, and it could make no table any more. Earlier instructions for operators did not say so.
do $$
begin
  if (select nspowner <> 'pg_database_owner'::regrole from pg_namespace where nspname = 'public') then return; end if;
  if pg_has_role(current_user, 'pg_database_owner', 'USAGE') then
    execute format('alter schema public owner to %I', current_user);
  elsif not has_schema_privilege(current_user, 'public', 'CREATE') then
    raise exception '% does not own schema public', current_user
      using hint = format('As a superuser run in this database: alter schema public owner to %I', current_user);
  end if;
end
$$;
