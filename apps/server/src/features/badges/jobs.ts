import { adminJob, type JobKind, massTask, type Task, task } from '../../platform/jobs/job.ts'
import { abandonApplying, applyRule, lookAgain, tellApplied } from './commands/apply-rule.ts'
import { finishAwarding } from './commands/award-by-hand.ts'
import { mailAwarded } from './commands/tell.ts'

export const badgeJobs: JobKind[] = [
  adminJob('badges.award', finishAwarding),
  adminJob('badges.applyRule', applyRule, abandonApplying),
]

export const badgeTasks: Task[] = [
  massTask('badges.mail', mailAwarded),
  massTask('badges.tell', tellApplied),
  task('badges.lookAgain', lookAgain),
]
