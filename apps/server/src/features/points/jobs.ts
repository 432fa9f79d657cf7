import { type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { expirePoints } from './commands/expire-points.ts'
import { settlePoints } from './commands/settle-points.ts'

export const pointTasks: Task[] = [
  task('points.settle', (ctx, { assignmentIds }: { assignmentIds: string[] }) =>
    ctx.write((tx) => settlePoints(ctx, tx, assignmentIds)),
  ),
]

export const pointRounds: Round[] = [{ name: 'points.expire', everyMs: 3_600_000, run: expirePoints }]
