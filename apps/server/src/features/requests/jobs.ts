import { type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { standIn } from './commands/stand-in.ts'
import { tellDecided, tellMade } from './commands/tell.ts'

export const requestTasks: Task[] = [task('requests.made', tellMade), task('requests.decided', tellDecided)]

export const requestRounds: Round[] = [{ name: 'requests.standIn', everyMs: 900_000, run: standIn }]
