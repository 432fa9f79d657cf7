import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/problem.ts'

/** Changes of one event that this process sends at a time: they follow each other anyway, by the lock of its row. */
const atOnce = 2
const longest = 10_000

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

const lines = new Map<string, Line>()

/**
 * A transaction on the seats of one event, for somebody who takes part. When thousands register at once, they wait here
 * in order, so that they do not each hold a connection that others need.
 */
export async function writeInLine<T>(ctx: Ctx, eventId: string, write: (tx: WriteTx) => Promise<T>): Promise<T> {
  const key = `${ctx.actor.tenantId} ${eventId}`
  const line = lines.get(key) ?? { running: 0, waiting: [] }
  lines.set(key, line)
  if (line.running < atOnce) line.running += 1
  else if (line.waiting.length >= longest) throw new ProblemError('too-many-requests')
  else await new Promise<void>((resolve) => line.waiting.push(resolve))
  try {
    return await ctx.write(write)
  } finally {
    // The place goes on to the next one.
    const next = line.waiting.shift()
    if (next) next()
    else line.running -= 1
    if (line.running === 0) lines.delete(key)
  }
}
