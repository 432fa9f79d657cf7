import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Disk and clock of a process that can be made to fail. */
export interface BrokenParts {
  /** The environment that the process must start with. */
  readonly environment: Record<string, string>
  noSpace(is: boolean): void
  syncFails(is: boolean): void
  /** Seconds that its clock is ahead; negative: behind. */
  clockOff(seconds: number): void
}

/** The library that fails on demand; null without a C compiler or on a system other than Linux. */
export function buildBrokenParts(): string | null {
  if (process.platform !== 'linux') return null
  const folder = makeFolder()
  const library = join(folder, 'faulty.so')
  const made = spawnSync('cc', [
    '-shared',
    '-fPIC',
    '-O2',
    '-o',
    library,
    join(import.meta.dirname, 'faulty.c'),
    '-ldl',
  ])
  return made.status === 0 ? library : null
}

const folders: string[] = []
process.once('exit', removeBrokenParts)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'learnt-faulty-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  return folder
}

/** Call when all processes that use them have ended. Not automatic: a test runner ends its processes by a signal. */
export function removeBrokenParts(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** `library`: of `buildBrokenParts`. */
export function brokenParts(library: string): BrokenParts {
  const folder = makeFolder()
  const file = join(folder, 'faults')
  writeFileSync(file, Buffer.alloc(16))
  // Written in place, because the processes have the file mapped and truncating it would end them.
  const set = (place: number, value: number) => {
    const number = Buffer.alloc(4)
    number.writeInt32LE(value)
    const open = openSync(file, 'r+')
    writeSync(open, number, 0, 4, place * 4)
    closeSync(open)
  }
  return {
    environment: { LD_PRELOAD: library, LEARNT_FAULTS: file },
    noSpace: (is) => set(0, is ? 1 : 0),
    syncFails: (is) => set(1, is ? 1 : 0),
    clockOff: (seconds) => set(2, seconds),
  }
}
