import { adminJob, type JobKind } from '../../platform/jobs/job.ts'
import { type BulkAction, changeMany } from '../documents/commands/change-many.ts'
import { eventKind } from './kind.ts'

export const eventJobs: JobKind[] = [
  adminJob('events.bulk', (ctx, input: { action: BulkAction; courseIds: string[] }, progress) =>
    changeMany(ctx, eventKind, input, progress),
  ),
]
