import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** When what starting needed lies about: also the first run of every round, and the first requests. */
const AFTER_MS = 7000

/**
 * Starting compiles and reads twice as much as is needed later, and V8 keeps the room for it: a third of what the process
 * holds. Once everything stands it is collected and given back, in some 60 ms. Nothing else asks for a collection.
 */
export function giveBackMemoryAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, AFTER_MS).unref()
}
