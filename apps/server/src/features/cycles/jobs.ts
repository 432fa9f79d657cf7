import { massTask, type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { beginCyclesOfTheDay, catchUp } from './commands/begin-due-cycles.ts'
import { tellOfCycles } from './commands/tell.ts'

export const cycleTasks: Task[] = [task('cycles.catchUp', catchUp), massTask('cycles.tell', tellOfCycles)]

export const cycleRounds: Round[] = [{ name: 'cycles.begin', everyMs: 60_000, run: beginCyclesOfTheDay }]
