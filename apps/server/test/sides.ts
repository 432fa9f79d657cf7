import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// No statement asks tenant tables and the control plane at once: the tenants' rows could then lie elsewhere, as with
// Citus or a partitioned service. sides.test.ts holds the database to it, and db.ts each statement that a test runs.

/** Functions of schema control that ask tenant tables, or nothing of the control plane. */
export const functionsOfTenants: ReadonlySet<string> = new Set([
  'creation_of_tenant',
  'search_documents',
  'search_file_texts',
  'search_members',
  'zone_of_tenant',
])

/** Of the control plane, and asked beside tenant tables all the same. */
const exceptions: ReadonlySet<string> = new Set([
  // When each of a page of people was last seen: asked apart it is a round trip more, and twice the time.
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
