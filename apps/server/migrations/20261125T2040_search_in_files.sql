-- Words inside prepared files, as text is searched. docs/decisions/0012-search.md has the reasons for the role and index.
alter table prepared_files add column search_text text not null default '';

create policy search_crosses on prepared_files for select to learnt_search using (true);
grant select on prepared_files to learnt_search;

-- Without the extensions, which a PostgreSQL of somebody's own may lack, the function reads all rows of the tenant.
do $$
begin
  execute 'create index prepared_files_search on prepared_files using gin (tenant_id, search_text gin_trgm_ops)';
exception when undefined_object then
  raise notice 'Search in files goes without an index (%)', sqlerrm;
end
$$;
