import type { Round } from '../../platform/jobs/round.ts'
import { forgetOldHandOvers, forgetOldSignIns } from './commands/forget-old.ts'

export const sessionRounds: Round[] = [
  { name: 'sessions.forget', everyMs: 3_600_000, run: forgetOldSignIns },
  { name: 'sessions.forgetHandOvers', everyMs: 3_600_000, run: forgetOldHandOvers },
]
