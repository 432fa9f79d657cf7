import { api } from '@learnt/contract'
import type { AuditEntry } from '@learnt/contract/administration'
import type { Presented } from '@learnt/contract/endpoint'
import { systemUserId } from '../../platform/actor.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Translate } from '../../platform/translate.ts'
import { type AuditRow, listAudit } from './queries.ts'

export const auditRoutes: Route[] = [
  route(api.audit.list, async ({ ctx, query }) => {
    const { limit, cursor, ...filter } = query
    const after = decodeCursor(ctx, 'audit', cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read((tx) => listAudit(tx, ctx.actor, { filter, limit, after }))
    const page = cutPage(ctx, 'audit', rows, { limit, key: (last) => [last.atText, last.id] })
    return {
      items: page.rows.map((row) => presentEntry(row, ctx.t)),
      next: page.next,
      total,
      totalIsExact,
    }
  }),
]

function presentEntry(row: AuditRow, t: Translate): Presented<typeof AuditEntry> {
  return {
    id: row.id,
    at: row.at,
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
