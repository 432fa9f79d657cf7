-- As search_members(), for the words inside files.
--
-- Belongs to learnt_search, so the owner of the database is a member of that role while this file is applied. A
-- permanent member would see past row security.
grant create on schema control to learnt_search;
do $$
begin
  execute format('grant learnt_search to %I', current_user);
exception when insufficient_privilege then
  raise exception '% may not become learnt_search', current_user
    using hint = format('As a superuser run: grant learnt_search to %I with admin option', current_user);
end
$$;

create or replace function control.search_file_texts(first_pattern text, others text[])
returns table (id uuid)
language plpgsql stable security definer set search_path = control, pg_temp rows 100 as $$
begin
  return query execute
    'select f.file_id from public.prepared_files f
     where f.tenant_id = $1 and f.search_text like $2 and f.search_text like all ($3)'
    using public.current_tenant(), first_pattern, others;
end $$;

grant execute on function control.search_file_texts to learnt_app;
alter function control.search_file_texts(text, text[]) owner to learnt_search;

revoke create on schema control from learnt_search;
do $$
begin
  execute format('revoke learnt_search from %I', current_user);
end
$$;
