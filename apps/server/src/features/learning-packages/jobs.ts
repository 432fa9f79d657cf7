import { adminJob, type JobKind } from '../../platform/jobs/job.ts'
import { type BulkAction, changeMany } from '../documents/commands/change-many.ts'
import { learningPackageKind } from './kind.ts'

export const learningPackageJobs: JobKind[] = [
  adminJob('learningPackages.bulk', (ctx, input: { action: BulkAction; courseIds: string[] }, progress) =>
    changeMany(ctx, learningPackageKind, input, progress),
  ),
]
