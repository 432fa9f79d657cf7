import type { Round } from '../../platform/jobs/round.ts'
import { closeEnded } from './commands/close-ended.ts'

export const impersonationRounds: Round[] = [{ name: 'impersonation.close', everyMs: 600_000, run: closeEnded }]
