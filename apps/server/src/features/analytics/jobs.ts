import type { Round } from '../../platform/jobs/round.ts'
import { forgetOldEvents } from './commands.ts'

export const analyticsRounds: Round[] = [{ name: 'analytics.forget', everyMs: 86_400_000, run: forgetOldEvents }]
