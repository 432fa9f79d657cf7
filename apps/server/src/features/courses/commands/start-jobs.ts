import type { CourseFilter } from '@learnt/contract/courses'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { startJob } from '../../../platform/jobs/job.ts'
import { listMatchingIds } from '../queries.ts'

export type BulkAction = 'publish' | 'withdraw' | 'archive' | 'restore'
export type CourseSelection = { by: 'ids'; ids: string[] } | { by: 'filter'; filter: z.output<typeof CourseFilter> }

/** Accepts work on many courses: on those that are meant now, whatever a filter would match later. */
export async function startBulk(
  ctx: Ctx,
  of: { action: BulkAction; selection: CourseSelection },
): Promise<{ jobId: string }> {
  const { selection } = of
  const courseIds =
    selection.by === 'ids' ? [...new Set(selection.ids)] : await ctx.read((tx) => listMatchingIds(tx, selection.filter))
  return ctx.write(async (tx) => {
    const subject = ctx.t('courses.bulk.title', { action: ctx.t(`courses.bulk.${of.action}`), count: courseIds.length })
    const job = await startJob(ctx, tx, {
      kind: 'courses.bulk',
      subject,
      input: { action: of.action, courseIds },
      total: courseIds.length,
    })
    await audit(ctx, tx, {
      action: 'courses.bulk',
      subjectType: 'job',
      subjectId: job.jobId,
      subjectTitle: subject,
      after: { action: of.action, courses: courseIds.length },
    })
    return job
  })
}

/** Accepts the import of an uploaded package. */
export function startPackageImport(ctx: Ctx, file: { id: string; name: string }): Promise<{ jobId: string }> {
  return ctx.write(async (tx) => {
    const job = await startJob(ctx, tx, { kind: 'packages.import', subject: file.name, input: { fileId: file.id } })
    await audit(ctx, tx, {
      action: 'packages.import',
      subjectType: 'file',
      subjectId: file.id,
      subjectTitle: file.name,
    })
    return job
  })
}
