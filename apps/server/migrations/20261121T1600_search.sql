-- Search in lists of people and courses by trigrams. Row security would switch the indexes off, because `like` is not
-- leakproof, for the owner as well as for the application. So two functions ask for the ids, as a role of their own that
-- may read these two tables and nothing else; they choose the tenant by themselves. What they answer is looked up again
-- under row security.

-- learnt_search   nobody's login, and nobody is its member: it owns the two functions below, and that is all
do $$
begin
  if not exists (select from pg_roles where rolname = 'learnt_search') then
    begin
      create role learnt_search nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    exception
      when insufficient_privilege then
        raise exception 'Role learnt_search is missing and % may not create it', current_user
          using hint = 'As a superuser run: create role learnt_search nologin; grant learnt_search to the owner of this database';
      when duplicate_object or unique_violation then
        null; -- another database of this cluster made it at the same moment
    end;
  end if;
  if exists (select from pg_roles where rolname = 'learnt_search' and (rolsuper or rolbypassrls)) then
    raise exception 'Role learnt_search bypasses row security'
      using hint = 'As a superuser run: alter role learnt_search nosuperuser nobypassrls';
  end if;
end
$$;

-- Without the extensions, which a PostgreSQL of somebody's own may lack, the functions read all rows of the tenant.
do $$
begin
  create extension if not exists pg_trgm with schema public;
  create extension if not exists btree_gin with schema public;
  execute 'create index memberships_search on memberships using gin (tenant_id, search_text gin_trgm_ops)';
  execute 'create index courses_search on courses using gin (tenant_id, search_text gin_trgm_ops)';
exception when undefined_file or feature_not_supported or insufficient_privilege then
  raise notice 'Search goes without an index: pg_trgm and btree_gin cannot be installed (%)', sqlerrm;
end
$$;

create policy search_crosses on memberships for select to learnt_search using (true);
create policy search_crosses on courses for select to learnt_search using (true);
grant select on memberships, courses to learnt_search;
grant usage on schema public, control to learnt_search;
grant execute on function public.current_tenant() to learnt_search;

-- Whose search text matches all patterns, with what lists choose and sort by, so that only the rows of one page are looked
-- up again. The first pattern should be the longest: it leads to the index. Planned each time, with the pattern in sight: a
-- word that everybody has is found sooner without the index.
create function control.search_members(first_pattern text, others text[])
returns table (id text, team_id text, status text, roles text[], "position" text[], email text, sort_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = control, pg_temp rows 100 as $$
begin
  return query execute
    'select m.id, m.team_id, m.status, m.roles, m.position, m.email, m.sort_name, m.created_at from public.memberships m
     where m.tenant_id = $1 and m.search_text like $2 and m.search_text like all ($3)'
    using public.current_tenant(), first_pattern, others;
end $$;

create function control.search_courses(first_pattern text, others text[])
returns table (id uuid, sort_title text, category text, tags text[], is_bundle boolean, status text, status_rank smallint,
               required_count integer, optional_count integer, created_at timestamptz, updated_at timestamptz)
language plpgsql stable security definer set search_path = control, pg_temp rows 100 as $$
begin
  return query execute
    'select c.id, c.sort_title, c.category, c.tags, c.is_bundle, c.status, c.status_rank, c.required_count, c.optional_count, c.created_at, c.updated_at
     from public.courses c where c.tenant_id = $1 and c.search_text like $2 and c.search_text like all ($3)'
    using public.current_tenant(), first_pattern, others;
end $$;

revoke all on function control.search_members(text, text[]), control.search_courses(text, text[]) from public;
grant execute on function control.search_members(text, text[]), control.search_courses(text, text[]) to learnt_app;

-- The owner becomes its member for these two lines only: whoever inherited it would see past row security as well.
grant create on schema control to learnt_search;
do $$
begin
  execute format('grant learnt_search to %I', current_user);
  alter function control.search_members(text, text[]) owner to learnt_search;
  alter function control.search_courses(text, text[]) owner to learnt_search;
  execute format('revoke learnt_search from %I', current_user);
exception when insufficient_privilege then
  raise exception '% may not become learnt_search', current_user
    using hint = format('As a superuser run: grant learnt_search to %I with admin option', current_user);
end
$$;
revoke create on schema control from learnt_search;

-- What lists of courses are sorted by. A column, because row security keeps lower() out of index conditions.
-- squawk-ignore adding-field-with-default
alter table courses add column sort_title text not null generated always as (lower(title)) stored;
-- squawk-ignore require-concurrent-index-deletion
drop index courses_by_title;
-- squawk-ignore require-concurrent-index-creation
create index courses_by_title on courses (tenant_id, sort_title, id);
