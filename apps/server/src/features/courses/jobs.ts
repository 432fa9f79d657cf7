import { adminJob, type JobKind } from '../../platform/jobs/job.ts'
import { type BulkAction, changeMany } from '../documents/commands/change-many.ts'
import { finishCarryOver } from '../learning/commands/carry-over.ts'
import { courseKind } from './kind.ts'

export const courseJobs: JobKind[] = [
  adminJob('courses.bulk', (ctx, input: { action: BulkAction; courseIds: string[] }, progress) =>
    changeMany(ctx, courseKind, input, progress),
  ),
  adminJob('courses.carryOver', finishCarryOver),
]
