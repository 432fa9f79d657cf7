import { adminJob, type JobKind } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { checkLogs } from './commands/check-logs.ts'
import { sealEntries } from './commands/seal-entries.ts'
import { verifyLog } from './commands/verify-log.ts'

export const auditJobs: JobKind[] = [adminJob('audit.verify', verifyLog)]

export const auditRounds: Round[] = [
  { name: 'audit.seal', everyMs: 5000, run: sealEntries },
  { name: 'audit.check', everyMs: 3_600_000, run: checkLogs },
]
