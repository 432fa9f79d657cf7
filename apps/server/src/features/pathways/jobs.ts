import { adminJob, type JobKind } from '../../platform/jobs/job.ts'
import { type BulkAction, changeMany } from '../documents/commands/change-many.ts'
import { pathwayKind } from './kind.ts'

export const pathwayJobs: JobKind[] = [
  adminJob('pathways.bulk', (ctx, input: { action: BulkAction; courseIds: string[] }, progress) =>
    changeMany(ctx, pathwayKind, input, progress),
  ),
]
