import { setTimeout } from 'node:timers/promises'
import type { Services } from '../context.ts'
import { roundsRun } from '../metrics.ts'
import type { Round } from './round.ts'

/** Runs each round again and again with its pause; a failing one is logged and tried again, the others go on. */
export function startRounds(services: Services, rounds: readonly Round[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loops = rounds.map(async (round) => {
    while (!stopping.signal.aborted) {
      await round.run(services, stopping.signal).then(
        () => roundsRun.inc({ round: round.name, outcome: 'done' }),
        (err: unknown) => {
          roundsRun.inc({ round: round.name, outcome: 'failed' })
          services.log.error({ err, round: round.name }, 'round failed')
        },
      )
      await pause(round.everyMs, stopping.signal)
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** Leaves no listener behind: rounds pause millions of times before the signal comes. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal }).catch(() => {})
}
