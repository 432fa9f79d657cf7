import type { Round } from '../../platform/jobs/round.ts'
import { expirePoints } from './commands/expire-points.ts'

export const pointRounds: Round[] = [{ name: 'points.expire', everyMs: 3_600_000, run: expirePoints }]
