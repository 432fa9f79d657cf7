// A thread that computes password hashes and has less right to the processor than everything else: while sign-ins fill
// it, the event loop and the database go first. (On Linux a priority is a thread's own; elsewhere the thread is one more.)
// Or a process that does the same, in a session of its own: see hashInOwnGroup().
import { execFile } from 'node:child_process'
import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { readlinkSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'

export interface HashOrder {
  readonly id: number
  readonly parameters: Argon2Parameters
}
export type HashAnswer = { readonly id: number } & ({ readonly derived: Uint8Array } | { readonly error: Error })

const run = promisify(execFile)

/** Half-way down: on a machine with nothing else to do no slower, on a busy one still on its way. */
const NICE = 10

/**
 * Of the scheduler's time slices, the longest that there is. Who wakes up takes the core at once from whoever has a longer
 * one; from others only when theirs is over and the clock ticks, up to 5 ms later, however low their priority is.
 */
const SLICE_NANOSECONDS = 100_000_000

/** The numbers of the system's calls sched_setattr and sched_setscheduler. */
const calls: Partial<Record<string, { setsAttributes: number; setsPolicy: number }>> = {
  x64: { setsAttributes: 314, setsPolicy: 144 },
  arm64: { setsAttributes: 274, setsPolicy: 119 },
}

/** As a process its session has less right as a whole; false where sessions share nothing. */
const hasOwnShare = parentPort === null && lowerSession()

if (process.platform === 'linux') {
  try {
    setPriority(0, NICE)
    giveWay().catch(() => {})
  } catch {
    // Not allowed to: as before.
  }
}

/**
 * Node has no calls for it, so a program is asked that may be there: chrt of util-linux (for slices 2.41), or Perl. Without
 * them everything stays as it is, and on Linux before 6.12 slices do.
 */
async function giveWay(): Promise<void> {
  // As "<process>/task/<thread>": slice and policy are a thread's own, as its priority is.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  // struct sched_attr of sched_setattr(2): its size, SCHED_OTHER, no flags, nice, no real-time priority, the slice.
  const attributes = `pack('LLQlLQQQ', 48, 0, 0, ${NICE}, 0, ${SLICE_NANOSECONDS}, 0, 0)`
  await ask(
    ['--other', '--sched-runtime', `${SLICE_NANOSECONDS}`, '--pid', '0', thread],
    `my $attr = ${attributes}; syscall(${calls[process.arch]?.setsAttributes}, ${thread}, $attr, 0)`,
  )
  if (!hasOwnShare) return
  // SCHED_IDLE, 5: a core that runs nothing else counts as free, so that whoever wakes up is put there. Its part of the
  // processor stays that of its session; among threads of one session it would be next to none.
  await ask(
    ['--idle', '--pid', '0', thread],
    `my $parameters = pack('l', 0); syscall(${calls[process.arch]?.setsPolicy}, ${thread}, 5, $parameters)`,
  )
}

async function ask(words: readonly string[], script: string): Promise<void> {
  const env = { PATH: '/usr/bin:/bin' }
  await run('chrt', words, { env })
    .catch(() => (calls[process.arch] ? run('perl', ['-e', script], { env }) : null))
    .catch(() => {}) // as before
}

function lowerSession(): boolean {
  try {
    writeFileSync('/proc/self/autogroup', String(NICE))
    return true
  } catch {
    return false
  }
}

if (parentPort === null) process.once('disconnect', () => process.exit())

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
