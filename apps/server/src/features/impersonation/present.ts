import type { Presented } from '@learnt/contract/endpoint'
import type { ImpersonationSession } from '@learnt/contract/impersonation'
import type { ImpersonationRow } from './queries.ts'

export function presentImpersonation(
  row: ImpersonationRow & { isOpen: boolean },
): Presented<typeof ImpersonationSession> {
  const isOver = row.endedAt !== null || !row.isOpen
  return {
    id: row.id,
    userId: row.userId,
    userName: row.userName,
    impersonatedUserId: row.impersonatedUserId,
    impersonatedEmail: row.impersonatedEmail,
    status: isOver ? 'inactive' : 'active',
    reason: row.reason,
    wrote: row.wroteFrom !== null,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  }
}
