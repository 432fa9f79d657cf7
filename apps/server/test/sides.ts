import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// No statement may use tenant tables and the control plane together, so that tenants' rows can move elsewhere, such as
// to Citus or a partitioned service. sides.test.ts checks the functions of the database, and db.ts each statement that
// a test runs.

/** Functions of schema control that use tenant tables only, or none. */
export const functionsOfTenants: ReadonlySet<string> = new Set([
  'creation_of_tenant',
  'search_documents',
  'search_file_texts',
  'search_members',
  'zone_of_tenant',
])

/** Exceptions: they use the control plane and tenant tables. */
const exceptions: ReadonlySet<string> = new Set([
  // "Last seen" of a page of people: a separate query would be one more round trip, and twice the time.
  'directory_entry',
])

const tenantTables = readdirSync(join(import.meta.dirname, '../schema')).map((file) => file.replace('.md', ''))
const namesTable = new RegExp(`\\b(?:from|join|into|update|using)\\s+"?(?:${tenantTables.join('|')})\\b`)
const known = new Map<string, boolean>()

export function asksBothSides(sql: string): boolean {
  let asks = known.get(sql)
  if (asks === undefined) {
    asks = namesTable.test(sql) && [...sql.matchAll(/\bcontrol\.([a-z_]+)/g)].some(([, name = '']) => isControl(name))
    known.set(sql, asks)
  }
  return asks
}

function isControl(name: string): boolean {
  return !functionsOfTenants.has(name) && !exceptions.has(name)
}
