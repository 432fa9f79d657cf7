import { adminJob, type JobKind, job, type Task, task } from '../../platform/jobs/job.ts'
import { abandonApplying, finishApplying } from './commands/apply-permission.ts'
import { finishAssigning } from './commands/assign-document.ts'
import { finishRecountingDue } from './commands/recount-due.ts'
import { finishStatus } from './commands/set-status.ts'
import { finishStartGiving } from './commands/start-giving.ts'
import { finishContainerSync } from './commands/sync-container.ts'

export const permissionJobs: JobKind[] = [
  job('permissions.apply', finishApplying, abandonApplying),
  adminJob('permissions.assign', finishAssigning),
  adminJob('permissions.setStatus', finishStatus),
]

export const permissionTasks: Task[] = [
  task('permissions.syncContainer', finishContainerSync),
  task('permissions.startGiving', finishStartGiving),
  task('permissions.recountDue', finishRecountingDue),
]
