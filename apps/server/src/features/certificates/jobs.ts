import { type JobKind, job, type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { issueToFinished } from './commands/issue.ts'
import { tellOfTheDay } from './commands/tell.ts'
import { zipCertificates } from './commands/zip-certificates.ts'

export const certificateJobs: JobKind[] = [job('certificates.zip', zipCertificates)]

export const certificateTasks: Task[] = [task('certificates.issueFinished', issueToFinished)]

export const certificateRounds: Round[] = [{ name: 'certificates.tell', everyMs: 60_000, run: tellOfTheDay }]
