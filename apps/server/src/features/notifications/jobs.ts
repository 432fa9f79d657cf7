import { massTask, type Task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { forgetOld } from './commands/forget-old.ts'
import { tellAssigned } from './commands/tell-assigned.ts'
import { tellDueOfTheDay } from './commands/tell-due.ts'
import { tellNewSteps } from './commands/tell-new-steps.ts'
import { tellOpened } from './commands/tell-opened.ts'

export const notificationTasks: Task[] = [
  massTask('notifications.assigned', tellAssigned),
  massTask('notifications.newSteps', tellNewSteps),
  massTask('notifications.opened', tellOpened),
]

export const notificationRounds: Round[] = [
  { name: 'notifications.due', everyMs: 900_000, run: tellDueOfTheDay },
  { name: 'notifications.forget', everyMs: 86_400_000, run: forgetOld },
]
