import { type JobKind, job, type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { exportJob } from './commands/ask-for-export.ts'
import { cleanUpExports, removeBytes } from './commands/clean-up.ts'
import { abandonExport, type ExportInput, makeExport } from './commands/make-export.ts'

export const dataExportJobs: JobKind[] = [job<ExportInput>(exportJob, makeExport, abandonExport)]

export const dataExportTasks: Task[] = [task('dataExports.removeBytes', removeBytes)]

export const dataExportRounds: Round[] = [{ name: 'dataExports.cleanUp', everyMs: 3_600_000, run: cleanUpExports }]
