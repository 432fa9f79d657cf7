import { adminJob, type JobKind, massTask, type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { type BulkAction, changeMany } from '../documents/commands/change-many.ts'
import { advanceLists, remind } from './commands/come-round.ts'
import { recordAttendance } from './commands/record-attendance.ts'
import { sendMessage } from './commands/send-message.ts'
import { tellInterested, tellPeople } from './commands/tell.ts'
import { warnOfFew } from './commands/warn-minimum.ts'
import { eventKind } from './kind.ts'

export const eventJobs: JobKind[] = [
  adminJob('events.bulk', (ctx, input: { action: BulkAction; courseIds: string[] }, progress) =>
    changeMany(ctx, eventKind, input, progress),
  ),
]

export const eventTasks: Task[] = [
  task('events.tell', tellPeople),
  massTask('events.tellInterested', tellInterested),
  task('events.attended', recordAttendance),
  massTask('events.message', sendMessage),
]

export const eventRounds: Round[] = [
  { name: 'events.advance', everyMs: 60_000, run: advanceLists },
  { name: 'events.warn', everyMs: 60_000, run: warnOfFew },
  { name: 'events.remind', everyMs: 60_000, run: remind },
]
