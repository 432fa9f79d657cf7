import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/db.ts'
import { asksBothSides, functionsOfTenants } from '../../../test/sides.ts'

// That the tenants' rows could lie elsewhere than the control plane. That every key begins with the tenant is held by
// catalogue.test.ts, and that no statement asks both sides by each test that runs one (test/sides.ts).

/** Tables of schema control that belong to neither side: each database would have its own. */
const ofNeither = ['live_position', 'live_processes', 'live_tenants', 'migrations', 'time_zones', 'workers']

let client: pg.Client

beforeAll(async () => {
  const { adminUrl } = await freshDatabase()
  client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
})
afterAll(() => client.end())

async function findings(): Promise<string[]> {
  return (await client.query<{ finding: string }>(FINDINGS, [ofNeither])).rows.map((row) => row.finding)
}

const FINDINGS = `
with tables as (
  select c.oid, c.relname as name,
    case when n.nspname = 'control' and c.relname = any ($1::text[]) then 'neither' else n.nspname end as side, n.nspname as schema
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'control') and c.relkind in ('r', 'p') and not c.relispartition
),
functions as (
  select p.oid, n.nspname as schema, p.proname as name, p.prosrc as source from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'control') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
),
-- Named behind a word that a table stands behind, with its schema or where the search path finds it.
touches as materialized (
  select f.oid as function, t.side, t.schema, t.name from functions f join tables t
    on f.source ~* ('\\m(from|join|into|update|table|only|using)\\s+(' || t.schema || '\\.)?' || t.name || '\\M')
),
both_sides as (
  select f.schema || '.' || f.name as name,
    string_agg(distinct t.name, ', ' order by t.name) filter (where t.side = 'public') as tenants,
    string_agg(distinct t.name, ', ' order by t.name) filter (where t.side = 'control') as control
  from functions f join touches t on t.function = f.oid group by f.oid, 1
)
select name || ' reads or writes ' || tenants || ' and ' || control as finding from both_sides
where tenants is not null and control is not null

union all
select c.conrelid::regclass || ': foreign key ' || c.conname || ' crosses to ' || c.confrelid::regclass
from pg_constraint c join tables here on here.oid = c.conrelid join tables there on there.oid = c.confrelid
where c.contype = 'f' and here.schema <> there.schema

union all
select t.tgrelid::regclass || ': trigger ' || t.tgname || ' touches ' || x.schema || '.' || x.name
from pg_trigger t join tables here on here.oid = t.tgrelid join touches x on x.function = t.tgfoid
where not t.tgisinternal and x.side <> here.side

union all
select p.polrelid::regclass || ': policy ' || p.polname || ' asks the control plane' from pg_policy p
join tables here on here.oid = p.polrelid and here.schema = 'public'
where coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') ~ 'control\\.'

union all
select d.adrelid::regclass || ': the default of ' || a.attname || ' asks the control plane or a sequence' from pg_attrdef d
join tables here on here.oid = d.adrelid and here.schema = 'public'
join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
where pg_get_expr(d.adbin, d.adrelid) ~ 'control\\.|nextval'

union all
select c.conrelid::regclass || ': constraint ' || c.conname || ' asks the control plane' from pg_constraint c
join tables here on here.oid = c.conrelid and here.schema = 'public'
where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ 'control\\.'

union all
select s.oid::regclass || ': numbers that all tenants share' from pg_class s
where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace

union all
select v.oid::regclass || ': a view over both' from pg_class v join pg_namespace n on n.oid = v.relnamespace
where v.relkind in ('v', 'm') and n.nspname in ('public', 'control')
  and (select count(distinct t.schema) from pg_rewrite r join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass
       join tables t on t.oid = d.refobjid where r.ev_class = v.oid) > 1
order by 1`

it('nothing in the database ties a tenant’s rows to the control plane', async () => {
  expect(await findings()).toEqual([])
})

it('would show each way to tie them', async () => {
  await client.query('begin')
  try {
    await client.query(`
      create table probe (tenant_id text not null default control.zone_of_tenant(), id int, primary key (tenant_id, id));
      alter table probe add constraint probe_tenant foreign key (tenant_id) references control.tenants (id);
      alter table probe add constraint probe_zone check (control.zone_of_tenant() <> tenant_id);
      create policy probe_policy on probe using (control.zone_of_tenant() = tenant_id);
      create function control.probe_both() returns int language sql as
        'select 1 from public.documents d join control.users u on true';
      create function control.probe_trigger() returns trigger language plpgsql as
        'begin update control.tenants set name = name; return null; end';
      create trigger probe_trigger after insert on probe for each row execute function control.probe_trigger();
      create view probe_view as select m.id from memberships m join control.users u on u.id = m.user_id;
      create sequence probe_sequence;`)
    expect((await findings()).filter((finding) => finding.includes('probe'))).toEqual([
      'control.probe_both reads or writes documents and users',
      'probe: constraint probe_zone asks the control plane',
      'probe: foreign key probe_tenant crosses to control.tenants',
      'probe: policy probe_policy asks the control plane',
      'probe: the default of tenant_id asks the control plane or a sequence',
      'probe: trigger probe_trigger touches control.tenants',
      'probe_sequence: numbers that all tenants share',
      'probe_view: a view over both',
    ])
  } finally {
    await client.query('rollback')
  }
})

it('the functions that are asked beside tenant tables ask nothing of the control plane', async () => {
  const { rows } = await client.query<{ name: string; asks: boolean }>(
    `${FINDINGS.slice(0, FINDINGS.indexOf('both_sides as')).trimEnd().replace(/,$/, '')}
     select f.name, bool_or(coalesce(t.side = 'control', false)) as asks
     from functions f left join touches t on t.function = f.oid where f.schema = 'control' group by f.name`,
    [ofNeither],
  )
  const asks = new Map(rows.map((row) => [row.name, row.asks]))
  for (const name of functionsOfTenants) expect([name, asks.get(name)]).toEqual([name, false])
  expect(asks.get('list_memberships')).toBe(true)
})

describe('a statement', () => {
  it('asks both sides when it names a tenant table and calls a function of the control plane', () => {
    expect(asksBothSides('select * from control.teams_of_tenant()')).toBe(false)
    expect(asksBothSides('select 1 from documents where day > (now() at time zone control.zone_of_tenant())')).toBe(
      false,
    )
    expect(asksBothSides('select control.settings_of_tenant() from "memberships"')).toBe(true)
    expect(asksBothSides('update documents set title = (select name from control.find_tenant($1))')).toBe(true)
  })
})
