import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** When what starting needed lies about: also the first run of every round, and the first requests. */
const AFTER_MS = 7000
/** Without a request: nobody waits for the collection, and whoever came with the start has gone. */
const QUIET_MS = 2000
/** Probes alone may come more often than that. */
const LATEST_MS = 60_000

/**
 * Starting compiles and reads twice as much as is needed later, and V8 keeps the room for it: a third of what the process
 * holds. In the first quiet moment once everything stands, or after a minute, it is collected and given back, in some 60 ms.
 * Nothing else asks for a collection.
 */
export function giveBackMemoryAfterStart(server: Server, collect: () => void = collectAll): void {
  const startedAt = performance.now()
  let askedAt = startedAt
  const heard = () => {
    askedAt = performance.now()
  }
  server.on('request', heard)
  const look = setInterval(() => {
    const now = performance.now()
    if (now - startedAt < AFTER_MS || (now - askedAt < QUIET_MS && now - startedAt < LATEST_MS)) return
    clearInterval(look)
    server.off('request', heard)
    collect()
  }, 500)
  look.unref()
}

function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
