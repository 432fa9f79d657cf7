import { appendHead, type HeadKeeper } from '../../../platform/audit-heads.ts'
import { withOwner } from '../../../platform/db/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { lockHead } from './lock-head.ts'
import { noteEntry } from './note-entry.ts'

/**
 * Says in the log and in the signed heads that a backup was put back: else the end of the log, which came after the backup,
 * would seem to be cut off. `mark`: the moment of the backup; null where somebody says so of a restore by other means.
 */
export async function noteRestored(
  keeper: HeadKeeper,
  adminUrl: string,
  of: { readonly tenantIds: readonly string[]; readonly mark: string | null; readonly now: Date },
): Promise<void> {
  const { now, mark } = of
  await withOwner(adminUrl, async (client) => {
    for (const tenantId of of.tenantIds) {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
      const head = await lockHead(client, tenantId, now)
      await noteEntry(client, {
        id: newId(),
        tenantId,
        now,
        action: 'audit.restore',
        subjectType: 'auditLog',
        subjectId: tenantId,
        subjectTitle: '',
        requestId: 'restore',
        after: { backupOf: mark, upTo: head.seq },
      })
      await appendHead(keeper, tenantId, { kind: 'restored', ...head, at: now })
      await client.query('update audit_heads set signed_seq = seq where tenant_id = $1', [tenantId])
      await client.query('commit')
    }
  })
}
