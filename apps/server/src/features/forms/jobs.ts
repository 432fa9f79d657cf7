import { type JobKind, job, type Task, task } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { type BulkAction, changeMany } from '../documents/commands/change-many.ts'
import { regrade } from './commands/correct-key.ts'
import { endOverdue } from './commands/end-overdue.ts'
import { foldAllFigures } from './commands/fold-figures.ts'
import { carryOutFollowUps } from './commands/follow-ups.ts'
import { openResults } from './commands/open-results.ts'
import { tellOfSubmission } from './commands/tell.ts'
import { zipFiles } from './commands/zip-files.ts'
import { formKind } from './kind.ts'
import type { RegradeTarget } from './queries/list-regraded.ts'

export const formJobs: JobKind[] = [
  // Managers change the forms that they made; each step asks whether its author may.
  job('forms.bulk', (ctx, input: { action: BulkAction; courseIds: string[] }, progress) =>
    changeMany(ctx, formKind, input, progress),
  ),
  // The caller keeps the form or the bank. The key is right already; marks only follow from it.
  job('forms.regrade', (ctx, input: { target: RegradeTarget }, progress) => regrade(ctx, input, progress)),
  job('forms.files', zipFiles),
]

export const formTasks: Task[] = [task('forms.followUps', carryOutFollowUps), task('forms.tell', tellOfSubmission)]

export const formRounds: Round[] = [
  { name: 'forms.endOverdue', everyMs: 60_000, run: endOverdue },
  // What follows from a result waits until the person may see it.
  { name: 'forms.openResults', everyMs: 60_000, run: openResults },
  // Readers of figures add what this round has not folded yet.
  { name: 'forms.fold', everyMs: 10_000, run: foldAllFigures },
]
