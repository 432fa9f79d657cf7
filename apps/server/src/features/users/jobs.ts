import { type Task, task } from '../../platform/jobs/job.ts'
import { mailAdded } from './commands.ts'

export const userTasks: Task[] = [task('users.mailInvitation', mailAdded)]
