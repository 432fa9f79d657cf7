-- The tenant that this transaction is bound to. Raises when there is none: a setting that was local to an earlier
-- transaction reads '' afterwards, and a plain comparison would silently find nothing. Written so that the planner
-- inlines it, because row security calls it for each table of each statement.
create or replace function public.current_tenant() returns text
  language sql stable parallel safe
as $$ select coalesce(nullif(pg_catalog.current_setting('app.tenant_id', true), ''), public.no_tenant()) $$;

grant execute on function public.current_tenant to learnt_app, learnt_relay, learnt_search;
