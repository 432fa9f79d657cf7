import { newKey } from '../../api/call.ts'
import { ApiProblem } from '../../api/problem.ts'
import { mostSegments } from './segments.ts'
import { sendProgress } from './send-progress.ts'
import { keepUnsent, listUnsent, takeUnsent } from './unsent-reports.ts'

/** Windows that are open keep their own reports fresh; older ones are of visits that ended. */
const over = 60_000

/**
 * Sends what earlier visits of any step of this person left on this device. True when something arrived. What gets no
 * answer is kept again.
 */
export async function sendLeftovers(userId: string): Promise<boolean> {
  let arrived = false
  for (const step of listUnsent(userId, Date.now() - over)) {
    const unsent = takeUnsent(step, Date.now())
    if (!unsent) continue
    const { watched } = unsent
    const batches = [...unsent.batches]
    if (watched && watched.duration > 0) {
      const { segments, position, duration } = watched
      batches.push({
        key: newKey(),
        body: { event: 'watch', position, duration, segments: segments.slice(0, mostSegments), seconds: 0 },
      })
    }
    while (batches[0]) {
      try {
        await sendProgress(step, batches[0].body, batches[0].key)
        arrived = true
      } catch (error) {
        // NOTE a conflict is a report that has arrived
        const isRefused =
          error instanceof ApiProblem && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status)
        if (!isRefused) {
          keepUnsent(step, 'leftover')({ at: unsent.at, batches, watched: null })
          return arrived
        }
      }
      batches.shift()
    }
  }
  return arrived
}
