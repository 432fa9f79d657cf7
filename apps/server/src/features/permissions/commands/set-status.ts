import type { HandlerInput } from '@learnt/contract/endpoint'
import type { permissions } from '@learnt/contract/permissions'
import type { PermissionStatus } from '@learnt/contract/states'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import {
  countJobRows,
  doneJobRows,
  type JobRow,
  jobRowsLink,
  listJobRows,
  recordJobRows,
} from '../../../platform/jobs/job-rows.ts'
import { listPermissionIds } from '../queries/list-permissions.ts'
import { updatePermission } from './save-permission.ts'

type Body = HandlerInput<typeof permissions.setStatus>['body']

/** Permissions named with their reason in one result; all of them are in the job's rows. */
const MAX_REASONS = 100

/** Accepts switching many permissions on or off: those that are meant now, whatever a filter would match later. */
export async function startStatus(ctx: Ctx, { selection, status }: Body): Promise<{ jobId: string }> {
  return ctx.write(async (tx) => {
    const permissionIds = await listSelected(tx, selection)
    const subject = ctx.t('permissions.statusJob', {
      count: permissionIds.length,
      status: ctx.t(`permissions.status.${status}`),
    })
    const job = await startJob(ctx, tx, {
      kind: 'permissions.setStatus',
      subject,
      input: { permissionIds, status },
      total: permissionIds.length,
    })
    await audit(ctx, tx, {
      action: 'permissions.setStatus',
      subjectType: 'job',
      subjectId: job.jobId,
      subjectTitle: subject,
      after: { status, permissions: permissionIds.length },
    })
    return job
  })
}

/** The job: each permission in a transaction of its own, because a rule may concern everybody. */
export async function finishStatus(
  ctx: Ctx,
  input: { permissionIds: string[]; status: PermissionStatus },
  progress: ReportProgress,
): Promise<JobOutcome> {
  for (const [at, permissionId] of input.permissionIds.entries()) {
    await ctx.write(async (tx) => {
      if ((await doneJobRows(tx, ctx.requestId, [permissionId])).size > 0) return
      const before = await tx
        .selectFrom('permissions')
        .select(['title', 'status'])
        .where('id', '=', permissionId)
        .executeTakeFirst()
      const row = judge(permissionId, before, input.status)
      if (row.outcome === 'done') await updatePermission(ctx, tx, permissionId, { status: input.status })
      await recordJobRows(tx, ctx.requestId, [row])
    })
    await progress(at + 1, input.permissionIds.length)
  }
  const [{ done, skipped, failed }, rows] = await ctx.read((tx) =>
    Promise.all([countJobRows(tx, ctx.requestId), listJobRows(tx, ctx.requestId, 'failed', MAX_REASONS)]),
  )
  const reasons = rows.map((row) => `${row.title || row.subjectId}: ${ctx.t(`reason.${row.reason as 'notFound'}`)}`)
  return {
    result: { status: input.status, done, skipped, failed, reasons: reasons.join('\n') },
    ...(skipped + failed > 0 ? { link: jobRowsLink(ctx.requestId) } : {}),
  }
}

async function listSelected(tx: ReadTx, selection: Body['selection']): Promise<string[]> {
  switch (selection.by) {
    case 'ids':
      return [...new Set(selection.ids)]
    case 'filter':
      return listPermissionIds(tx, selection.filter)
    case 'job':
      return (await listJobRows(tx, selection.jobId, 'done')).map((row) => row.subjectId)
  }
}

function judge(
  permissionId: string,
  before: { title: string; status: string } | undefined,
  status: PermissionStatus,
): JobRow {
  if (!before) return { subjectId: permissionId, title: '', outcome: 'failed', reason: 'notFound' }
  const { title } = before
  if (before.status === status) return { subjectId: permissionId, title, outcome: 'skipped', reason: 'unchanged' }
  return { subjectId: permissionId, title, outcome: 'done' }
}
