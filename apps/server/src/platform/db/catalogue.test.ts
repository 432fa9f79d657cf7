import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { connected } from '../../../test/connection.ts'
import { freshDatabase } from '../../../test/db.ts'

// Tables of schema public that are no tenant tables, each with its reason.
const EXCEPTIONS: string[] = []

/** What a look at the catalogue finds wrong: one sentence each. */
async function findings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ finding: string }>(FINDINGS, [EXCEPTIONS])
  return rows.map((row) => row.finding)
}

const FINDINGS = `
with tables as (
  select c.oid, c.relname as name, c.relkind as kind, c.relispartition as is_partition, c.relowner as owner,
    c.relrowsecurity as enabled, c.relforcerowsecurity as forced, c.relacl as acl, c.reloptions as options,
    n.nspname as schema
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'control') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
),
tenant_tables as (
  select * from tables
  where schema = 'public' and kind in ('r', 'p') and name <> all ($1::text[])
    -- a partition that nobody was let into is reached through its parent, whose row security counts
    and not (is_partition and not exists (select from aclexplode(acl) granted where granted.grantee <> owner))
)
select name || ': row security is not enabled and forced' as finding
from tenant_tables where not (enabled and forced)

union all
select name || ': lacks the policy tenant_isolation for everybody' from tenant_tables t
where not exists (
  select from pg_policy p
  where p.polrelid = t.oid and p.polname = 'tenant_isolation' and p.polcmd = '*' and p.polpermissive
    and p.polroles = '{0}'
    and pg_get_expr(p.polqual, p.polrelid) = '(tenant_id = ( SELECT current_tenant() AS current_tenant))'
    and pg_get_expr(p.polwithcheck, p.polrelid) = '(tenant_id = ( SELECT current_tenant() AS current_tenant))'
)

union all
select t.name || ': policy ' || p.polname || ' opens it to ' || r.role from tenant_tables t
join pg_policy p on p.polrelid = t.oid and p.polname <> 'tenant_isolation'
cross join lateral (
  select case when o = 0 then 'everybody' else pg_get_userbyid(o)::text end as role from unnest(p.polroles) o
  where o <> t.owner and o is distinct from to_regrole('learnt_relay')
    -- it owns the functions of search that answer ids of the bound tenant, and nobody is its member
    and not (o is not distinct from to_regrole('learnt_search') and p.polcmd = 'r' and t.name in ('memberships', 'documents', 'prepared_files'))
) r

union all
select name || ': has no column tenant_id text not null' from tenant_tables t
where not exists (
  select from pg_attribute a
  where a.attrelid = t.oid and a.attname = 'tenant_id' and a.atttypid = 'text'::regtype and a.attnotnull
)

union all
select name || ': has no primary key' from tenant_tables t
where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)

union all
select t.name || ': ' || i.indexrelid::regclass || ' does not begin with tenant_id' from tenant_tables t
join pg_index i on i.indrelid = t.oid and i.indisunique
left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
where a.attname is distinct from 'tenant_id'

union all
select t.name || ': foreign key ' || k.conname || ' does not begin with tenant_id' from tenant_tables t
join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
join pg_attribute mine on mine.attrelid = k.conrelid and mine.attnum = k.conkey[1]
join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attnum = k.confkey[1]
join pg_class target on target.oid = k.confrelid
where mine.attname <> 'tenant_id'
  or (target.relnamespace = 'public'::regnamespace and theirs.attname <> 'tenant_id')

union all
select t.name || ': ' || case when acl.grantee = 0 then 'everybody' else pg_get_userbyid(acl.grantee)::text end
  || ' may ' || lower(acl.privilege_type)
from tables t cross join lateral aclexplode(t.acl) acl
where acl.grantee <> t.owner and not (
  t.schema = 'public' and t.kind <> 'S'
  and acl.grantee in (to_regrole('learnt_app'), to_regrole('learnt_relay'))
  and acl.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
) and not (
  acl.grantee is not distinct from to_regrole('learnt_search') and t.name in ('memberships', 'documents', 'prepared_files') and acl.privilege_type = 'SELECT'
)

union all
select 'learnt_search: ' || pg_get_userbyid(member) || ' may become it' from pg_auth_members
where roleid = to_regrole('learnt_search') and not admin_option

union all
select 'learnt_search: owns ' || oid::regprocedure from pg_proc
where proowner = to_regrole('learnt_search') and proname not in ('search_members', 'search_documents', 'search_file_texts')

union all
select t.name || ': column ' || a.attname || ' is granted by itself' from tables t
join pg_attribute a on a.attrelid = t.oid and a.attacl is not null

union all
select name || ': a view must say security_invoker = true' from tables
where schema = 'public' and kind in ('v', 'm') and not coalesce(options @> '{security_invoker=true}', false)

union all
select name || ': is a sequence, which tenants would share' from tables where schema = 'public' and kind = 'S'

union all
select name || ': belongs to ' || pg_get_userbyid(owner) from tables
where owner in (select oid from pg_roles where pg_has_role(oid, 'learnt_app', 'member') and not rolsuper
    and not pg_has_role(oid, 'learnt_relay', 'member'))
  or owner in (to_regrole('learnt_app'), to_regrole('learnt_relay'))

union all
select n.nspname || '.' || p.proname || ': ' || problem from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
cross join lateral (
  select 'everybody may call it' as problem
  where p.proacl is null or exists (select from aclexplode(p.proacl) acl where acl.grantee = 0)
  union all
  select 'runs as its owner with the search path of its caller'
  where p.prosecdef and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
  union all
  select 'runs as its owner, and belongs into control'
  where p.prosecdef and n.nspname = 'public'
) wrong
where n.nspname in ('public', 'control')
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
order by 1`

describe('the catalogue', () => {
  it('shows no table that could give one tenant the rows of another', async () => {
    const { adminUrl } = await freshDatabase()
    await connected(adminUrl, async (client) => {
      expect(await findings(client)).toEqual([])
      // and it looked at something
      const { rows } = await client.query(
        `select count(*)::int as tables from pg_policy where polname = 'tenant_isolation'`,
      )
      expect(rows[0].tables).toBeGreaterThan(0)
    })
  })

  it('would show each way to forget it', async () => {
    const { adminUrl } = await freshDatabase()
    await connected(adminUrl, async (client) => {
      await client.query(`
        create table probe_open (tenant_id text not null, id int, primary key (tenant_id, id));

        create table probe_unforced (tenant_id text not null, id int, primary key (tenant_id, id));
        select make_tenant_table('probe_unforced');
        alter table probe_unforced no force row level security;

        create table probe_keys (tenant_id text not null, id int, other int, primary key (tenant_id, id));
        select make_tenant_table('probe_keys');
        create unique index probe_global on probe_keys (other);
        create unique index probe_expression on probe_keys (lower(tenant_id));
        alter table probe_keys no force row level security;
        alter table probe_keys add constraint probe_fk foreign key (other) references probe_keys (other);
        alter table probe_keys force row level security;
        grant truncate on probe_keys to learnt_app;
        grant select (other) on probe_keys to learnt_app;
        create policy probe_all on probe_keys for select using (true);

        create table probe_parts (tenant_id text not null, id int, primary key (tenant_id, id)) partition by list (id);
        select make_tenant_table('probe_parts');
        create table probe_parts_1 partition of probe_parts for values in (1);
        create table probe_parts_2 partition of probe_parts for values in (2);
        grant select on probe_parts_2 to learnt_app;

        create table control.probe_secret (id int primary key);
        grant select on control.probe_secret to learnt_app;

        create view probe_view as select 1 as one;
        create sequence probe_sequence;
        create function control.probe_definer() returns int language sql security definer as 'select 1';
        create function public.probe_public() returns int language sql as 'select 1';
        grant execute on function public.probe_public() to public;
      `)
      expect(await findings(client)).toEqual([
        'control.probe_definer: runs as its owner with the search path of its caller',
        'probe_keys: column other is granted by itself',
        'probe_keys: foreign key probe_fk does not begin with tenant_id',
        'probe_keys: learnt_app may truncate',
        'probe_keys: policy probe_all opens it to everybody',
        'probe_keys: probe_expression does not begin with tenant_id',
        'probe_keys: probe_global does not begin with tenant_id',
        'probe_open: lacks the policy tenant_isolation for everybody',
        'probe_open: row security is not enabled and forced',
        'probe_parts_2: lacks the policy tenant_isolation for everybody',
        'probe_parts_2: row security is not enabled and forced',
        'probe_secret: learnt_app may select',
        'probe_sequence: is a sequence, which tenants would share',
        'probe_unforced: row security is not enabled and forced',
        'probe_view: a view must say security_invoker = true',
        'public.probe_public: everybody may call it',
      ])
    })
  })

  it('make_tenant_table refuses what row security cannot hold apart', async () => {
    const { adminUrl } = await freshDatabase()
    await connected(adminUrl, async (client) => {
      await client.query(`
        create table probe_no_tenant (id int primary key);
        create table probe_null (tenant_id text, id int primary key);
        create table probe_no_key (tenant_id text not null);
        create table probe_order (id int, tenant_id text not null, primary key (id, tenant_id));
        create table probe_target (tenant_id text not null, id int unique, primary key (tenant_id, id));
        create table probe_fk (tenant_id text not null, id int, primary key (tenant_id, id), target int references probe_target (id));
      `)
      const make = (table: string) => client.query('select make_tenant_table($1)', [table])
      await expect(make('probe_no_tenant')).rejects.toThrow('needs a column tenant_id text not null')
      await expect(make('probe_null')).rejects.toThrow('needs a column tenant_id text not null')
      await expect(make('probe_no_key')).rejects.toThrow('needs a primary key')
      await expect(make('probe_order')).rejects.toThrow('must begin with tenant_id')
      await expect(make('probe_target')).rejects.toThrow('must begin with tenant_id')
      await expect(make('probe_fk')).rejects.toThrow('must begin with tenant_id')
    })
  })
})
