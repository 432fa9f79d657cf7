import type { Round } from '../../platform/jobs/round.ts'
import { makeStatementMonths } from './commands/make-statement-months.ts'

export const learningRounds: Round[] = [
  { name: 'learning.statementMonths', everyMs: 86_400_000, run: makeStatementMonths },
]
