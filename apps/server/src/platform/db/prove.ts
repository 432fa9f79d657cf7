import { sql } from 'kysely'
import { productVersion } from '../version.ts'
import { changedFunctions, type FunctionRecord, isLater, namesOf } from './apply-functions.ts'
import type { Database } from './database.ts'
import { isDatabaseError } from './errors.ts'
import { listFunctions, listMigrations } from './migrate.ts'

/** Why Learnt does not start, in a sentence for the operator. */
class AppRoleRefused extends Error {
  override readonly name = 'AppRoleRefused'
}

/**
 * Proves at start that row security really binds the connection that the application works with. A superuser in
 * DATABASE_URL would make everything work, and every tenant see every other.
 */
export async function proveAppRole(db: Database): Promise<void> {
  const { rows } = await db.control((tx) =>
    sql<Findings>`
    select
      current_user::text as role,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses,
      -- roles it could act as: SET ROLE needs membership only, not inheritance
      array(
        select rolname::text from pg_roles
        where rolname <> current_user and (rolsuper or rolbypassrls) and pg_has_role(current_user, oid, 'member')
        order by rolname
      ) as becomes,
      array(
        select distinct pg_get_userbyid(c.relowner)::text from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'control'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
          and pg_has_role(current_user, c.relowner, 'member')
      ) as owns,
      coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = 'learnt_relay'), false)
        as is_relay,
      coalesce((select pg_has_role(current_user, oid, 'usage') from pg_roles where rolname = 'learnt_app'), false)
        as is_app,
      has_schema_privilege('public', 'create') or has_schema_privilege('control', 'create') as may_create,
      array(
        select c.oid::regclass::text from pg_class c
        where c.relnamespace = 'control'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
          and has_table_privilege(c.oid, 'select, insert, update, delete')
        order by 1
      ) as reaches,
      current_setting('TimeZone') as time_zone,
      current_setting('DateStyle') as date_style
  `.execute(tx),
  )
  const found = rows[0] as Findings
  const reason = whyNot(found)
  if (reason !== null) {
    throw new AppRoleRefused(
      `DATABASE_URL connects as ${found.role}, and ${reason}. Learnt does not start, because nothing would keep one tenant's data from another. ` +
        `Give it a role of its own: create role learnt_web login password '...'; grant learnt_app to learnt_web`,
    )
  }
  if (found.timeZone !== 'UTC' || !found.dateStyle.startsWith('ISO')) {
    throw new AppRoleRefused(
      `The database answers ${found.role} in time zone ${found.timeZone} and date style ${found.dateStyle}; Learnt needs UTC and ISO. ` +
        `Run: alter role ${found.role} set timezone = 'UTC'; alter role ${found.role} set datestyle = 'ISO, MDY'. ` +
        'The change holds for new connections: behind PgBouncer run RECONNECT on its console afterwards.',
    )
  }
}

/** Why this version does not work on this database, in a sentence for the operator. */
class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused'
}

/**
 * For a process that may not migrate: checks that everything this version needs is there. Ignores a newer database,
 * since a schema also serves the version before it.
 */
export async function proveMigrated(db: Database): Promise<void> {
  const missing = await findMissing(db)
  if (missing.length > 0)
    throw new SchemaRefused(
      `The database lacks ${missing.join(', ')}. Start one process with DATABASE_ADMIN_URL first: it brings the database up to date.`,
    )
}

async function findMissing(db: Database): Promise<string[]> {
  const names = (await listMigrations()).map((file) => file.name)
  try {
    const { rows: migrations } = await db.control((tx) =>
      sql<{ name: string }>`select control.migrations_done() as name`.execute(tx),
    )
    const done = new Set(migrations.map((row) => row.name))
    const { rows: functions } = await db.control((tx) =>
      sql<FunctionRecord>`select name, checksum, version from control.functions_done()`.execute(tx),
    )
    const changed = changedFunctions(listFunctions(), functions).filter(
      ({ name }) => !functions.some((row) => row.name === name && isLater(row.version, productVersion)),
    )
    return [...names.filter((name) => !done.has(name)), ...namesOf(changed)]
  } catch (error) {
    // No such function, no such schema, or not for us: empty, or half-way through its first migration.
    if (isDatabaseError(error) && ['42883', '3F000', '42501'].includes(error.code ?? '')) return names
    throw error
  }
}

interface Findings {
  role: string
  bypasses: boolean
  becomes: string[]
  owns: string[]
  isRelay: boolean
  isApp: boolean
  mayCreate: boolean
  reaches: string[]
  timeZone: string
  dateStyle: string
}

function whyNot(found: Findings): string | null {
  if (found.bypasses) return 'that role is a superuser or has BYPASSRLS'
  if (found.becomes.length > 0) return `that role may become ${found.becomes.join(', ')}, which bypasses row security`
  if (found.owns.includes(found.role)) return 'that role owns tables'
  if (found.owns.length > 0) return `that role is a member of ${found.owns.join(', ')}, which owns tables`
  if (found.isRelay) return 'that role may become learnt_relay, which reads across tenants'
  if (!found.isApp) return 'that role has not the rights of learnt_app'
  if (found.mayCreate) return 'that role may create tables'
  if (found.reaches.length > 0) return `that role reaches ${found.reaches.join(', ')} directly`
  return null
}
