import type { Round } from '../../platform/jobs/round.ts'
import { checkListCountsOfTheDay, foldListCounts } from '../../platform/list-counts.ts'
import { foldAllDeltas } from './commands/fold-deltas.ts'
import { checkRollupsOfTheDay } from './commands/recount-rollups.ts'

export const assignmentRounds: Round[] = [
  {
    name: 'learning.fold',
    everyMs: 1000,
    run: async (services, stopping) => {
      await foldAllDeltas(services, stopping)
    },
  },
  { name: 'learning.recount', everyMs: 3_600_000, run: checkRollupsOfTheDay },
  { name: 'lists.fold', everyMs: 1000, run: foldListCounts },
  { name: 'lists.recount', everyMs: 3_600_000, run: checkListCountsOfTheDay },
]
