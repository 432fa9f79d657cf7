import type { Round } from '../../platform/jobs/round.ts'
import { followZones, sendDueSchedules } from './commands/send-due.ts'

export const scheduleRounds: Round[] = [
  {
    name: 'schedules.send',
    everyMs: 15_000,
    run: async (services, stopping) => {
      await sendDueSchedules(services, stopping)
    },
  },
  { name: 'schedules.zones', everyMs: 15 * 60_000, run: followZones },
]
