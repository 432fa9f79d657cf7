-- no transaction
-- Search leaves apostrophes, hyphens and what nobody sees out (decision 0067): so does the text that is searched. In portions
-- that are committed one by one, so that nobody waits for a big table; what is done bears to be done again. A server of the
-- version before goes on, and finds words with such signs only when it has been replaced.
-- include sql/functions/public.search_form.sql

do $$
declare
  tenant text;
  searched record;
  last text;
begin
  for tenant in select id from control.tenants order by id loop
    for searched in
      select * from (values ('memberships', 'id', 1000), ('documents', 'id', 500), ('questions', 'id', 500), ('prepared_files', 'file_id', 20))
        as one(name, key, portion)
    loop
      last := null;
      loop
        perform set_config('app.tenant_id', tenant, true);
        execute format($sql$
          with portion as materialized (
            select %2$I as key from %1$I where tenant_id = %3$L and %4$s
              and search_text ~ '[''`\u00ad\u02b9-\u02bf\u02c8\u058a\u055a\u05be\u05f3\u061c\u1680\u1806\u180b-\u180f\u200b-\u200f\u2010-\u2015\u2018-\u201b\u202a-\u202e\u2032\u2035\u2043\u2060-\u206f\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\ua78c\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef-]'
            order by %2$I limit %5$s
          ),
          changed as (
            update %1$I t set search_text = search_form(t.search_text) from portion p where t.tenant_id = %3$L and t.%2$I = p.key
          )
          select max(key::text) from portion$sql$, searched.name, searched.key, tenant,
          case when last is null then 'true' else format('%I > %L', searched.key, last) end, searched.portion)
        into last;
        commit;
        exit when last is null;
      end loop;
    end loop;
  end loop;
end $$;
