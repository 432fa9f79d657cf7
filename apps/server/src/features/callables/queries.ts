import type { DocumentType } from '@learnt/contract/document-kinds'
import type { Actor } from '../../platform/actor.ts'
import type { ReadTx, WriteTx } from '../../platform/db/database.ts'

/** All memberships of these people that an administrator looks after. */
export async function listMembershipIds(tx: ReadTx, actor: Actor, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('id')
    .where('userId', 'in', userIds)
    .$if(!actor.wholeTenant, (query) => query.where('teamId', '=', actor.teamId))
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Permissions of a document whose status is another one. */
export async function listPermissionIds(
  tx: WriteTx,
  document: { readonly id: string; readonly type: DocumentType },
  unlike: 'active' | 'inactive',
): Promise<string[]> {
  const rows = await tx
    .selectFrom('permissions')
    .select('id')
    .where('documentType', '=', document.type)
    .where('documentId', '=', document.id)
    .where('status', '<>', unlike)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
