import { adminJob, type JobKind } from '../../platform/jobs/job.ts'
import { type BulkAction, changeMany } from '../documents/commands/change-many.ts'
import { resourceKind } from './kind.ts'

export const resourceJobs: JobKind[] = [
  adminJob('resources.bulk', (ctx, input: { action: BulkAction; courseIds: string[] }, progress) =>
    changeMany(ctx, resourceKind, input, progress),
  ),
]
