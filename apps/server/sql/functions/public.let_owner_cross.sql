-- Lets the owner's SECURITY DEFINER functions reach every tenant's rows of one table. Such a function must filter by
-- tenant itself; row security no longer does. Commands: select, insert, update, delete or all.
create or replace function public.let_owner_cross(table_name regclass, command text default 'select') returns void
  language plpgsql
as $$
declare
  owner_name name;
begin
  if command not in ('select', 'insert', 'update', 'delete', 'all') then
    raise exception 'Not a command: %', command;
  end if;
  select pg_get_userbyid(relowner) into owner_name from pg_class where oid = table_name;
  execute format(
    'create policy %I on %s for %s to %I %s',
    'owner_crosses_' || command,
    table_name,
    command,
    owner_name,
    case command
      when 'insert' then 'with check (true)'
      when 'update' then 'using (true) with check (true)'
      when 'all' then 'using (true) with check (true)'
      else 'using (true)'
    end
  );
end
$$;
