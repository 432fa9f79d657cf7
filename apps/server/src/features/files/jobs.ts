import { type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { prepareFile } from './commands.ts'
import { uploadsOf } from './uploads.ts'

export const fileRounds: Round[] = [
  {
    name: 'uploads.removeAbandoned',
    everyMs: 3_600_000,
    async run(services) {
      const removed = await uploadsOf(services).removeAbandoned()
      if (removed > 0) services.log.info({ removed }, 'abandoned uploads removed')
    },
  },
]

export const fileTasks: Task[] = [
  task('files.prepare', (ctx, payload: { fileId: string; runId: string }) => prepareFile(ctx, payload)),
]
