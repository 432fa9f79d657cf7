import type { PointEntry, PointFigures } from '@learnt/contract/points'
import type { PointEntryRow } from './queries/list-entries.ts'
import type { PointFiguresRow } from './queries/report.ts'

export function presentEntry(row: PointEntryRow): PointEntry {
  const { id, tenantId, teamId, userId, documentId, documentTitle, assignmentId, amount, balance, kind, reason, by } =
    row
  return {
    _id: id,
    tenantId,
    teamId,
    userId,
    documentId,
    documentTitle,
    assignmentId,
    balance,
    kind,
    reason,
    by,
    documentType: row.documentType as PointEntry['documentType'],
    rewardPointAmount: Math.abs(amount),
    redeem: amount < 0,
    createdAt: Math.floor(row.createdAt.getTime() / 1000),
  }
}

export function presentPointFigures(row: PointFiguresRow): PointFigures {
  const { userId, membershipId, name, email, earned, redeemed, adjusted, lost, balance, lastAt } = row
  return {
    userId,
    membershipId,
    name,
    email,
    earned,
    redeemed,
    adjusted,
    lost,
    balance,
    lastAt: lastAt?.toISOString() ?? null,
  }
}
