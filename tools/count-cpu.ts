// A set-up file of every test project: records the CPU seconds of a test file, including its browsers and servers, for
// the reporter of `npm test`. A database that serves the whole run counts for its stage, not for a file.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

/** Of /proc/PID/stat; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

const before = cpuSeconds()

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the first parameter as a pattern of fixtures and refuses a name
afterAll(({}, file) => {
  Object.assign(file.meta, { cpuSeconds: Math.max(0, cpuSeconds() - before) })
})

/** Of this process and everything it has started. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + ofChildren()
}

function ofChildren(): number {
  if (process.platform !== 'linux') return 0
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => readStat(pid)),
  )
  const isOurs = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent
    return parent !== undefined && (parent === process.pid || isOurs(parent))
  }
  const living = [...stats].filter(([pid]) => isOurs(pid)).reduce((sum, [, { ticks }]) => sum + ticks, 0)
  return (living + (stats.get(process.pid)?.ofEnded ?? 0)) / TICKS_PER_SECOND
}

/** Nothing for a process that has just ended. `ticks` includes its own ended children. */
function readStat(pid: string): [number, { parent: number; ticks: number; ofEnded: number }][] {
  try {
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ').map(Number)
    const [parent = 0] = fields.slice(1, 2)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    const ofEnded = endedUser + endedSystem
    return [[Number(pid), { parent, ticks: user + system + ofEnded, ofEnded }]]
  } catch {
    return []
  }
}
