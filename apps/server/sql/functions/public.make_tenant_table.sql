-- Makes a table with a tenant_id a tenant table:
--
--   create table documents (
--     tenant_id text not null,
--     id uuid not null,
--     title text not null,
--     primary key (tenant_id, id)
--   );
--   select make_tenant_table('documents');
--
-- Row security is enabled and forced (it binds the owner too), rows are seen and written of the bound tenant only,
-- tenant_id fills itself in, learnt_app may read and write. Indexes, unique and foreign keys begin with tenant_id;
-- catalogue.test.ts holds later ones to it as well.
--
-- relay => true also lets learnt_relay take rows of every tenant (relay_rights says what it may do with them).
--
-- Because row security binds the owner, a SECURITY DEFINER function and a migration that touch many tenants need a
-- way across. For a function: select let_owner_cross('memberships', 'select'). For a migration's own backfill, and for
-- a foreign key added later, which reads the rows that are there:
-- alter table x no force row level security; update x ...; alter table x force row level security.
create or replace function public.make_tenant_table(
  table_name regclass,
  relay boolean default false,
  relay_rights text[] default '{select,update,delete}'
) returns void
  language plpgsql
as $$
declare
  wrong text;
begin
  if not exists (
    select from pg_attribute
    where attrelid = table_name and attname = 'tenant_id' and atttypid = 'text'::regtype and attnotnull
  ) then
    raise exception 'Table % needs a column tenant_id text not null', table_name;
  end if;
  if not exists (select from pg_index where indrelid = table_name and indisprimary) then
    raise exception 'Table % needs a primary key', table_name;
  end if;

  select i.indexrelid::regclass::text into wrong
  from pg_index i
  left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  where i.indrelid = table_name and i.indisunique and a.attname is distinct from 'tenant_id'
  limit 1;
  if wrong is not null then
    raise exception 'Unique index % of table % must begin with tenant_id', wrong, table_name;
  end if;

  select c.conname into wrong
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.conrelid = table_name and c.contype = 'f' and a.attname <> 'tenant_id'
  limit 1;
  if wrong is not null then
    raise exception 'Foreign key % of table % must begin with tenant_id', wrong, table_name;
  end if;

  execute format('alter table %s alter column tenant_id set default public.current_tenant()', table_name);
  execute format('alter table %s enable row level security, force row level security', table_name);
  execute format(
    'create policy tenant_isolation on %s using (tenant_id = (select public.current_tenant()))'
    ' with check (tenant_id = (select public.current_tenant()))',
    table_name
  );
  execute format('grant select, insert, update, delete on %s to learnt_app', table_name);

  if relay then
    execute format('create policy relay_crosses on %s to learnt_relay using (true) with check (true)', table_name);
    execute format('grant %s on %s to learnt_relay', array_to_string(relay_rights, ', '), table_name);
  end if;
end
$$;
