import { api } from '@learnt/contract'
import { AuditFileQuery } from '@learnt/contract/administration'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { startVerifying } from './commands/verify-log.ts'
import { chainPolicy } from './policy.ts'
import { actionName, listSubjects, presentEntry } from './present.ts'
import { auditFile, auditFileColumns, countAuditFile } from './queries/audit-file.ts'
import { findChain } from './queries/find-chain.ts'
import { listAudit } from './queries/list-audit.ts'

export const auditRoutes: Route[] = [
  route(api.audit.chain, async ({ ctx }) => {
    authorize(ctx.actor, chainPolicy.read, {})
    const { head, waiting, check } = await ctx.read(findChain)
    return {
      head,
      waiting,
      publicKey: ctx.services.secrets.auditKey.publicKey,
      check: check
        ? {
            ...check.outcome,
            problems: check.outcome.problems.map((one) => ({
              ...one,
              actionName: one.action && actionName(ctx.t, one.action),
            })),
            checkedAt: check.checkedAt,
          }
        : null,
    }
  }),

  route(api.audit.verify, async ({ ctx }) => {
    authorize(ctx.actor, chainPolicy.verify, {})
    return startVerifying(ctx)
  }),

  ...(['csv', 'xlsx'] as const).map((format) =>
    rawRoute(api.audit[format === 'csv' ? 'exportCsv' : 'exportXlsx'], async (call) => {
      const { ctx, request } = call
      if (ctx === null) throw new ProblemError('not-signed-in')
      const filter = validate(AuditFileQuery, request.query, 'query', call.t) as z.output<typeof AuditFileQuery>
      const columns = auditFileColumns(format).map((column) => ({
        ...column,
        header: ctx.t(`audit.columns.${column.header}`),
      }))
      return sendReportFile(call, ctx, {
        format,
        columns,
        name: 'audit_log',
        title: ctx.t('audit.sheet'),
        entry: { action: 'audit.export', subjectType: 'auditLog', subjectId: ctx.actor.tenantId, after: filter },
        count: (tx) => countAuditFile(tx, ctx.actor, filter),
        rows: auditFile(ctx.actor, { filter, format, columns }),
      })
    }),
  ),

  route(api.audit.subjects, async ({ ctx }) => ({ items: listSubjects(ctx.t) })),

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
