import { type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { describeFinished } from './commands/describe-finished.ts'
import { makeStatementMonths } from './commands/make-statement-months.ts'

export const learningRounds: Round[] = [
  { name: 'learning.statementMonths', everyMs: 86_400_000, run: makeStatementMonths },
]

export const learningTasks: Task[] = [task('learning.describeFinished', describeFinished)]
