import { api } from '@learnt/contract'
import type { AuditEntry } from '@learnt/contract/administration'
import { systemUserId } from '../../platform/actor.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Translate } from '../../platform/translate.ts'
import { type AuditRow, listAudit } from './queries.ts'

export const auditRoutes: Route[] = [
  route(api.audit.list, async ({ ctx, query }) => {
    const { limit, cursor, ...filter } = query
    const after = decodeCursor(ctx, 'audit', cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read((tx) => listAudit(tx, ctx.actor, { filter, limit, after }))
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map((row) => presentEntry(row, ctx.t)),
      next: rows.length > limit && last ? encodeCursor(ctx, 'audit', [last.atText, last.id]) : null,
      total,
      totalIsExact,
    }
  }),
]

function presentEntry(row: AuditRow, t: Translate): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actorId,
    actorName: row.actorId === systemUserId ? t('audit.system') : row.actorName,
    impersonatorName: row.impersonatorName,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subjectTitle: row.subjectTitle,
    address: row.address,
    before: row.before ?? null,
    after: row.after ?? null,
  }
}
