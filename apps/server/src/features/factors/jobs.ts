import type { Round } from '../../platform/jobs/round.ts'
import { forgetOldFactors } from './commands/forget-old.ts'

export const factorRounds: Round[] = [{ name: 'factors.forget', everyMs: 600_000, run: forgetOldFactors }]
