// A thread that computes password hashes and has less right to the processor than everything else: while sign-ins fill
// it, the event loop and the database go first. (On Linux a priority is a thread's own; elsewhere the thread is one more.)
// Or a process that does the same, in a session of its own: see hashInOwnGroup().
import { execFile } from 'node:child_process'
import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { readlinkSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export interface HashOrder {
  readonly id: number
  readonly parameters: Argon2Parameters
}
export type HashAnswer = { readonly id: number } & ({ readonly derived: Uint8Array } | { readonly error: Error })

/** Half-way down: on a machine with nothing else to do no slower, on a busy one still on its way. */
const NICE = 10

/**
 * Of the scheduler's time slices, the longest that there is. Who wakes up takes the core at once from whoever has a longer
 * one; from others only when theirs is over and the clock ticks, up to 5 ms later, however low their priority is.
 */
const SLICE_NANOSECONDS = 100_000_000

/** The number of the system's call sched_setattr. */
const setsSchedule: Partial<Record<string, number>> = { x64: 314, arm64: 274 }

if (process.platform === 'linux') {
  try {
    setPriority(0, NICE)
    askForLongSlices()
  } catch {
    // Not allowed to: as before.
  }
}

if (parentPort === null) {
  process.once('disconnect', () => process.exit())
  try {
    writeFileSync('/proc/self/autogroup', String(NICE))
  } catch {
    // Sessions share nothing here.
  }
}

/**
 * Node has no call for it, so a program is asked that may be there: chrt of util-linux 2.41, or Perl. Without them, or on
 * Linux before 6.12, slices stay as they are.
 */
function askForLongSlices(): void {
  // As "<process>/task/<thread>": a slice is a thread's own, as its priority is.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  const env = { PATH: '/usr/bin:/bin' }
  execFile('chrt', ['--other', '--sched-runtime', `${SLICE_NANOSECONDS}`, '--pid', '0', thread], { env }, (error) => {
    const call = setsSchedule[process.arch]
    if (!error || call === undefined) return
    // struct sched_attr of sched_setattr(2): its size, SCHED_OTHER, no flags, nice, no real-time priority, the slice.
    const script = `my $attr = pack('LLQlLQQQ', 48, 0, 0, ${NICE}, 0, ${SLICE_NANOSECONDS}, 0, 0); syscall(${call}, ${thread}, $attr, 0)`
    execFile('perl', ['-e', script], { env }, () => {})
  })
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
