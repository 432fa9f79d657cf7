import type { AuditAction, AuditSubject } from '@learnt/contract/audit-actions'
import type pg from 'pg'
import { systemUserId } from '../../../platform/actor.ts'

/** An entry of the installation itself, on the owner's connection, which is bound to the tenant. */
export async function noteEntry(
  client: pg.ClientBase,
  of: {
    readonly id: string
    readonly tenantId: string
    readonly now: Date
    readonly action: AuditAction
    readonly subjectType: AuditSubject
    readonly subjectId: string
    readonly subjectTitle: string
    readonly requestId: string
    readonly after: object
  },
): Promise<void> {
  const { tenantId, id, now } = of
  await client.query(
    `insert into audit_entries (tenant_id, id, at, actor_id, action, subject_type, subject_id, subject_title, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenantId, id, now, systemUserId, of.action, of.subjectType, of.subjectId, of.subjectTitle, of.requestId],
  )
  await client.query('insert into audit_payloads (tenant_id, entry_id, before, after) values ($1, $2, null, $3)', [
    tenantId,
    id,
    JSON.stringify(of.after),
  ])
  await client.query('insert into audit_pending (tenant_id, at, entry_id) values ($1, $2, $3)', [tenantId, now, id])
}
