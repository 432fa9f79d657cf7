// A thread that computes password hashes and has less right to the processor than everything else: while sign-ins fill
// it, the event loop and the database go first. (On Linux a priority is a thread's own; elsewhere the thread is one more.)
// Or a process that does the same, in a session of its own: see hashInOwnGroup().
import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export interface HashOrder {
  readonly id: number
  readonly parameters: Argon2Parameters
}
export type HashAnswer = { readonly id: number } & ({ readonly derived: Uint8Array } | { readonly error: Error })

/** Half-way down: on a machine with nothing else to do no slower, on a busy one still on its way. */
const NICE = 10

if (process.platform === 'linux')
  try {
    setPriority(0, NICE)
  } catch {
    // Not allowed to: as before.
  }

if (parentPort === null) {
  process.once('disconnect', () => process.exit())
  try {
    writeFileSync('/proc/self/autogroup', String(NICE))
  } catch {
    // Sessions share nothing here.
  }
}

const asker = parentPort ?? process
asker.on('message', ({ id, parameters }: HashOrder) => {
  let answer: HashAnswer
  try {
    answer = { id, derived: argon2Sync('argon2id', parameters) }
  } catch (error) {
    answer = { id, error: error as Error }
  }
  if (parentPort !== null) parentPort.postMessage(answer)
  else process.send?.(answer)
})
