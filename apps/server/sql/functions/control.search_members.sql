-- Finds rows whose search text matches all patterns, with the columns that lists filter and sort by, so that only the
-- rows of one page are read again. Pass the longest pattern first: it chooses the index. Planned at each call with the
-- pattern, because a word that everybody has is found sooner without the index.
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

create or replace function control.search_members(first_pattern text, others text[])
returns table (id text, team_id text, status text, roles text[], "position" text[], email text, sort_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = control, pg_temp rows 100 as $$
begin
  return query execute
    'select m.id, m.team_id, m.status, m.roles, m.position, m.email, m.sort_name, m.created_at from public.memberships m
     where m.tenant_id = $1 and m.search_words like $2 and m.search_words like all ($3)'
    using public.current_tenant(), first_pattern, others;
end $$;

grant execute on function control.search_members to learnt_app;
alter function control.search_members(text, text[]) owner to learnt_search;

revoke create on schema control from learnt_search;
do $$
begin
  execute format('revoke learnt_search from %I', current_user);
end
$$;
