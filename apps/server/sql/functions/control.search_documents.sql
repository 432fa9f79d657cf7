-- As search_members(), for documents.
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

create or replace function control.search_documents(first_pattern text, others text[])
returns table (id uuid, type text, subtype text, sort_title text, category text, tags text[], is_bundle boolean, status text, status_rank smallint,
               required_count integer, optional_count integer, created_at timestamptz, updated_at timestamptz)
language plpgsql stable security definer set search_path = control, pg_temp rows 100 as $$
begin
  return query execute
    'select c.id, c.type, c.subtype, c.sort_title, c.category, c.tags, c.is_bundle, c.status, c.status_rank, c.required_count, c.optional_count, c.created_at, c.updated_at
     from public.documents c where c.tenant_id = $1 and c.search_text like $2 and c.search_text like all ($3)'
    using public.current_tenant(), first_pattern, others;
end $$;

grant execute on function control.search_documents to learnt_app;
alter function control.search_documents(text, text[]) owner to learnt_search;

revoke create on schema control from learnt_search;
do $$
begin
  execute format('revoke learnt_search from %I', current_user);
end
$$;
