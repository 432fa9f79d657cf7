import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { ProblemError } from '../problem.ts'
import type { TenantId } from '../tenant-id.ts'
import { copyOut } from './copy.ts'
import { toWire } from './values.ts'

/**
 * Files that one process writes at a time: each holds a connection and a snapshot while somebody reads. A tenant has at
 * most half, a person two, so that slow readers leave room for others.
 */
const limits = { atOnce: 6, ofTenant: 3, ofPerson: 2 }
/** A reader that takes nothing for this long is not waited for. */
const PATIENCE_MS = 60_000
/** The longest that a file may take: old rows cannot be cleared away meanwhile. */
const LIMIT_MS = 1_800_000

const open: { readonly tenantId: TenantId; readonly userId: string | null }[] = []

/**
 * Rows of one query as CSV with headers, from PostgreSQL's COPY, over a connection of its own that is bound to the
 * tenant. Reads no faster than the caller; a caller who stops ends the query. `userId`: who reads. `quoted`: columns of
 * text, where separators may occur.
 */
export async function* copyRows(
  url: string,
  tenantId: TenantId,
  query: CompiledQuery,
  userId: string | null = null,
  quoted: readonly string[] = [],
): AsyncGenerator<Buffer> {
  const mine = { tenantId, userId }
  const ofTenant = open.filter((one) => one.tenantId === tenantId)
  // In whatever tenant: somebody may be in several.
  const ofPerson = userId === null ? [] : open.filter((one) => one.userId === userId)
  if (open.length >= limits.atOnce || ofTenant.length >= limits.ofTenant || ofPerson.length >= limits.ofPerson)
    throw new ProblemError('unavailable', { headers: { 'retry-after': '10' } })
  open.push(mine)
  const client = new pg.Client({ connectionString: url, fallback_application_name: 'learnt-file' })
  client.on('error', () => {}) // the query in hand fails by itself
  let isWhole = false
  let patience: NodeJS.Timeout | undefined
  const breakOff = () =>
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  try {
    await client.connect()
    // Sent together, and so one transaction: nothing is left behind on a connection that a pooler gives to others.
    const text = `
      select set_config('app.tenant_id', ${pg.escapeLiteral(tenantId)}, true), set_config('transaction_read_only', 'on', true),
        set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true), set_config('jit', 'off', true),
        set_config('work_mem', '32MB', true), set_config('statement_timeout', '${LIMIT_MS}', true);
      copy (${withValues(query)}) to stdout (format csv, header${quoted.length === 0 ? '' : `, force_quote (${quoted.map(pg.escapeIdentifier).join(', ')})`})`
    for await (const piece of copyOut(client, text, '\r\n')) {
      patience = setTimeout(breakOff, PATIENCE_MS)
      yield piece
      clearTimeout(patience)
    }
    isWhole = true
  } finally {
    clearTimeout(patience)
    open.splice(open.indexOf(mine), 1)
    if (isWhole) await client.end().catch(() => {})
    else breakOff()
  }
}

/** COPY takes no parameters: each value stands in the text as a literal, whose type is found as a parameter's would be. */
export function withValues({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): string {
  return sql.replace(/\$(\d+)/g, (_, place: string) => {
    const value = toWire(parameters[Number(place) - 1])
    if (value === null) return 'null'
    // In brackets: a sign before it would otherwise be taken for its own.
    return typeof value === 'string' ? `(${pg.escapeLiteral(value)})` : `('\\x${value.toString('hex')}')`
  })
}
