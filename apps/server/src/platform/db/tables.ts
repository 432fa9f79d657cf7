import pg from 'pg'
import { proveOwner } from './prove-owner.ts'

/** Why a backup, an export or their return was not done, in a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

export interface KeptTable {
  readonly schema: 'public' | 'control'
  readonly name: string
  /** In their order, without generated ones: those make themselves. */
  readonly columns: readonly string[]
}

/**
 * What becomes of each table of the control plane. `tenant`: its rows go with their tenant. `installation`: kept with
 * the whole only. `passing`: means nothing once the processes are others. tenant.proof.ts fails for a table that is
 * missing here.
 */
export const controlTables: Readonly<Record<string, 'tenant' | 'installation' | 'passing'>> = {
  tenants: 'tenant',
  teams: 'tenant',
  team_hosts: 'tenant',
  tenant_domains: 'tenant',
  users: 'tenant',
  credentials: 'tenant',
  directory: 'tenant',
  usernames: 'tenant',
  account_links: 'tenant',
  // Written from the users by a trigger.
  user_addresses: 'passing',
  providers: 'tenant',
  identities: 'tenant',
  sessions: 'installation',
  provider_sessions: 'installation',
  sign_in_failures: 'installation',
  known_devices: 'installation',
  // Bound to this installation: its key, its host names.
  authenticators: 'installation',
  passkeys: 'installation',
  recovery_codes: 'installation',
  sign_in_steps: 'passing',
  provider_flows: 'passing',
  saml_assertions: 'passing',
  pending_identities: 'passing',
  used_challenges: 'passing',
  first_run_links: 'installation',
  secrets: 'installation',
  live_position: 'installation',
  // Of places that start anew with the one before.
  live_tenants: 'passing',
  // Made by the migrations themselves; a backup names them in its manifest.
  migrations: 'passing',
  functions: 'passing',
  // What this PostgreSQL knows; the other one asks for itself.
  time_zones: 'passing',
  workers: 'passing',
  live_processes: 'passing',
  // An hour old at most, and of sockets that are gone.
  right_changes: 'passing',
  // A minute old at most.
  hand_overs: 'passing',
}

/**
 * Tenant tables that are not kept: browsers are told to ask for everything again, and say anew who is there; the numbers
 * beside lists count themselves while rows come back; what is still arriving is sent again.
 */
export const passingTables: ReadonlySet<string> = new Set([
  'live_events',
  'presence',
  'list_counts',
  'list_count_deltas',
  'uploads',
])

export interface Catalogue {
  /** Whatever is pointed at stands before what points at it. */
  readonly tenant: readonly KeptTable[]
  readonly control: readonly KeptTable[]
}

/** Every table of the database as it is now; partitions are reached through their parent. */
export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const { rows } = await client.query<KeptTable & { has_tenant: boolean }>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       bool_or(a.attname = 'tenant_id') as has_tenant
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname in ('public', 'control') and c.relkind in ('r', 'p') and not c.relispartition
     group by 1, 2 order by 1, 2`,
  )
  const stranger = rows.find((row) => row.schema === 'public' && !row.has_tenant)
  if (stranger) throw new BackupRefused(`Table ${stranger.name} is no tenant's: whose its rows are, nobody knows.`)
  const { rows: arrows } = await client.query<Arrow>(
    `select distinct cn.nspname || '.' || c.relname as child, pn.nspname || '.' || p.relname as parent
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
     join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
     where k.contype = 'f' and c.oid <> p.oid`,
  )
  const tables = rows.map(({ schema, name, columns }) => ({ schema, name, columns }))
  return {
    tenant: parentsFirst(
      tables.filter((table) => table.schema === 'public'),
      arrows,
    ),
    control: parentsFirst(
      tables.filter((table) => table.schema === 'control'),
      arrows,
    ),
  }
}

interface Arrow {
  child: string
  parent: string
}

function parentsFirst(tables: readonly KeptTable[], arrows: readonly Arrow[]): KeptTable[] {
  const order: KeptTable[] = []
  const left = new Set(tables)
  const nameOf = (table: KeptTable) => `${table.schema}.${table.name}`
  while (left.size > 0) {
    const waiting = new Set([...left].map(nameOf))
    const free = [...left].filter(
      (table) => !arrows.some((arrow) => arrow.child === nameOf(table) && waiting.has(arrow.parent)),
    )
    if (free.length === 0) throw new Error(`Tables point at each other: ${[...waiting].join(', ')}`)
    for (const table of free) {
      order.push(table)
      left.delete(table)
    }
  }
  return order
}

/** Quoted, with its schema. */
export function qualified(table: Pick<KeptTable, 'schema' | 'name'>): string {
  return `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`
}

export function columnList(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

/** The rows of one tenant, whose id is bound for the rest of the transaction: row security shows no others. */
export function copyOfTenant(table: KeptTable, tenantId: string): string {
  const id = pg.escapeLiteral(tenantId)
  // The condition says nothing that row security does not: it lets the planner look up how many rows that will be.
  return `select set_config('app.tenant_id', ${id}, true);
    copy (select ${columnList(table.columns)} from ${qualified(table)} where tenant_id = ${id}) to stdout`
}

/** One connection of the owner, fit for reading and writing COPY's text form. */
export async function withOwner<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, fallback_application_name: 'learnt-backup' })
  client.on('error', () => {}) // the query in hand fails by itself
  await client.connect()
  try {
    await client.query(
      `set datestyle = 'ISO, MDY'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
       set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0`,
    )
    await proveOwner(client, 'inheriting')
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export interface MigrationRecord {
  readonly name: string
  readonly checksum: string
}

export async function readMigrationRecords(client: pg.ClientBase): Promise<MigrationRecord[]> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('control.migrations') is not null as there`,
  )
  if (!there[0]?.there) throw new BackupRefused('The database is empty: Learnt was never started on it.')
  const { rows } = await client.query<MigrationRecord & { finished: boolean }>(
    'select name, checksum, finished from control.migrations order by name',
  )
  const half = rows.find((row) => !row.finished)
  if (half) throw new BackupRefused(`Migration ${half.name} stopped half-way. Start Learnt once, so that it ends.`)
  return rows.map(({ name, checksum }) => ({ name, checksum }))
}
