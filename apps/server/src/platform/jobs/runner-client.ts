import pg from 'pg'
import { isConnectionLost } from '../db/errors.ts'

/** "Cannot connect now": of all codes for a database that is away, the one that the job runner tries again after. */
const AWAY = '57P03'

/**
 * Connections of the job runner. It waits for nobody while it strikes a finished job off its list, and gives up at once on
 * a connection that breaks: the rejection, caught by nobody, would end the process whenever PostgreSQL is restarted.
 */
export class RunnerClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one signature for the six that `query` has; they are passed through
  override query(...words: any[]): any {
    const answer = (super.query as (...all: unknown[]) => unknown).apply(this, words)
    return answer instanceof Promise ? answer.catch(sayAway) : answer
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above; a pool calls back
  override connect(done?: any): any {
    if (done === undefined) return super.connect().catch(sayAway)
    super.connect((error: Error | null) => done(error && markAway(error)))
  }
}

function sayAway(error: unknown): never {
  throw markAway(error)
}

function markAway<T>(error: T): T {
  if (isConnectionLost(error)) Object.assign(error as object, { code: AWAY })
  return error
}
