import { type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { forgetOldLinks } from './commands/forget-old.ts'
import { mailResetLink, type ResetRequest } from './commands/send-reset-link.ts'

export const accountTasks: Task[] = [
  task('accounts.mailResetLink', (ctx, wanted: ResetRequest) => mailResetLink(ctx, wanted)),
]

export const accountRounds: Round[] = [{ name: 'accounts.forget', everyMs: 3_600_000, run: forgetOldLinks }]
