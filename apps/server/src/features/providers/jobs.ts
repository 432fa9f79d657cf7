import type { Round } from '../../platform/jobs/round.ts'
import { forgetOldFlows } from './commands/forget-old.ts'

export const providerRounds: Round[] = [{ name: 'providers.forget', everyMs: 3_600_000, run: forgetOldFlows }]
