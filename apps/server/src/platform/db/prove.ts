import { sql } from 'kysely'
import type { Database } from './database.ts'

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
      -- as whom it could act: SET ROLE needs membership only, not inheritance
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
        `Run: alter role ${found.role} set timezone = 'UTC'; alter role ${found.role} set datestyle = 'ISO, MDY'`,
    )
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
