-- A transaction of its own, so that people can be read meanwhile. Without the extensions search reads all rows of the tenant.
do $$
begin
  execute 'create index memberships_search on memberships using gin (tenant_id, search_words gin_trgm_ops)';
exception when undefined_object then
  raise notice 'Search goes without an index: pg_trgm and btree_gin are not installed (%)', sqlerrm;
end
$$;
