import type { FormContent } from '@learnt/contract/forms/content'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'

// Published versions change only when a wrong key is corrected; code that needs keys asks for corrections. The id alone
// opens nothing: callers have it from a row of the same tenant.
const published = new LRUCache<string, FormContent>({ maxSize: 64 * 1024 * 1024, sizeCalculation: sizeOf })

/** The content of a version; at most one statement, none for a version seen before. */
export async function getVersion(tx: ReadTx, tenantId: TenantId, versionId: string): Promise<FormContent> {
  const key = `${tenantId}:${versionId}`
  const known = published.get(key)
  if (known) return known
  const { rows } = await sql<{ content: FormContent; number: number | null }>`
    select content, number from document_versions where id = ${versionId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('A submission to a version that is not there')
  if (row.number !== null) published.set(key, row.content)
  return row.content
}

/** Its key was corrected. Other processes keep the old one for a while, which corrections cover. */
export function forgetVersion(tenantId: TenantId, versionId: string): void {
  published.delete(`${tenantId}:${versionId}`)
}

/** About what it takes in memory. */
function sizeOf(content: FormContent): number {
  return 2 * JSON.stringify(content).length + 1
}
