-- The ground that every later migration stands on: roles, schemas, the tenant's binding, and the one way to make a
-- tenant table. The owner need not be a superuser: it owns the database and is a member of learnt_relay.

-- learnt_app     what the application's login is a member of: bound by row security, owns nothing
-- learnt_relay   what the relay, the worker and the folder become for one transaction: sees the tables made with
--                relay => true across tenants, and nothing else
do $$
declare
  role_name text;
begin
  foreach role_name in array array['learnt_app', 'learnt_relay'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', role_name);
      exception
        when insufficient_privilege then
          raise exception 'Role % is missing and % may not create it', role_name, current_user
            using hint = format('As a superuser run: create role %I nologin', role_name);
        when duplicate_object or unique_violation then
          null; -- another database of this cluster made it at the same moment
      end;
    end if;
    if exists (select from pg_roles where rolname = role_name and (rolsuper or rolbypassrls)) then
      raise exception 'Role % bypasses row security', role_name
        using hint = format('As a superuser run: alter role %I nosuperuser nobypassrls', role_name);
    end if;
  end loop;

  if not pg_has_role(current_user, 'learnt_relay', 'member') then
    begin
      execute format('grant learnt_relay to %I', current_user);
    exception when insufficient_privilege then
      raise exception '% is not a member of learnt_relay and may not become one', current_user
        using hint = format('As a superuser run: grant learnt_relay to %I', current_user);
    end;
  end if;
end
$$;

create schema if not exists control;

revoke all on schema public, control from public;
grant usage on schema public to learnt_app, learnt_relay;
-- Functions only: no table of control is ever granted to learnt_app.
grant usage on schema control to learnt_app, learnt_relay;

-- Functions that later migrations create are closed until they open them (an extension's too: grant execute on those).
alter default privileges revoke execute on functions from public;

-- Days begin and end in a tenant's own zone, asked for explicitly; nothing may depend on a server's setting.
do $$
begin
  execute format('alter database %I set timezone = ''UTC''', current_database());
  execute format('alter database %I set datestyle = ''ISO, MDY''', current_database());
end
$$;

-- The tenant that this transaction is bound to. Raises when there is none: a setting that was once local to a
-- transaction reads '' afterwards, and a plain comparison with it would find nothing in silence.
create function public.current_tenant() returns text
  language plpgsql stable parallel safe
as $$
declare
  tenant constant text := pg_catalog.current_setting('app.tenant_id', true);
begin
  if tenant is null or tenant = '' then
    raise exception 'No tenant is bound to this transaction' using errcode = 'LN001';
  end if;
  return tenant;
end
$$;

revoke all on function public.current_tenant() from public;
grant execute on function public.current_tenant() to learnt_app, learnt_relay;

-- Makes a table with a tenant_id a tenant table:
--
--   create table courses (
--     tenant_id text not null,
--     id uuid not null,
--     title text not null,
--     primary key (tenant_id, id)
--   );
--   select make_tenant_table('courses');
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
create function public.make_tenant_table(
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

-- Lets the owner's SECURITY DEFINER functions reach every tenant's rows of one table. Such a function must choose its
-- rows by itself: nothing filters for it any more. Commands: select, insert, update, delete or all.
create function public.let_owner_cross(table_name regclass, command text default 'select') returns void
  language plpgsql
as $$
declare
  owner_name name;
begin
  if command not in ('select', 'insert', 'update', 'delete', 'all') then
    raise exception 'Not a command: %', command;
  end if;
  select pg_get_userbyid(relowner) into owner_name from pg_class where oid = table_name;
  execute format(
    'create policy %I on %s for %s to %I %s',
    'owner_crosses_' || command,
    table_name,
    command,
    owner_name,
    case command
      when 'insert' then 'with check (true)'
      when 'update' then 'using (true) with check (true)'
      when 'all' then 'using (true) with check (true)'
      else 'using (true)'
    end
  );
end
$$;

revoke all on function public.make_tenant_table(regclass, boolean, text[]) from public;
revoke all on function public.let_owner_cross(regclass, text) from public;
