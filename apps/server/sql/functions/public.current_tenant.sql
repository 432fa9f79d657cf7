-- The tenant that this transaction is bound to. Raises when there is none: a setting that was once local to a transaction
-- reads '' afterwards, and a plain comparison with it would find nothing in silence. Planned into the statement instead of
-- called: every table of every statement asks for the bound tenant.
create or replace function public.current_tenant() returns text
  language sql stable parallel safe
as $$ select coalesce(nullif(pg_catalog.current_setting('app.tenant_id', true), ''), public.no_tenant()) $$;

grant execute on function public.current_tenant to learnt_app, learnt_relay, learnt_search;
