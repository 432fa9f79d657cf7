import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

/** A program of its own, for what it starts depends on the machine. */
function run(lines: string, before = '') {
  const program = `const { hashInOwnGroup, hashPassword, verifyPassword } = await import(${JSON.stringify(new URL('./password.ts', import.meta.url).href)})
    ${before}
    hashInOwnGroup()
    const hash = await hashPassword('right')
    ${lines}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface(child.stdout) }
}

test('a server’s passwords are hashed and compared, several at once, and nothing keeps it from its end', async () => {
  const { child, lines } = run(`
    const answers = await Promise.all(['right', 'wrong', 'right', 'RIGHT'].map((word) => verifyPassword(word, hash)))
    console.log(JSON.stringify(answers))`)
  const [line] = await once(lines, 'line')
  expect(JSON.parse(String(line))).toEqual([true, false, true, false])
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

test.each(['/bin/false', '/nowhere/to/be/found'])(
  'where %s is all that can be started, threads hash',
  async (path) => {
    const { child, lines } = run(
      `console.log(JSON.stringify(await Promise.all(['right', 'wrong'].map((word) => verifyPassword(word, hash)))))`,
      `process.execPath = ${JSON.stringify(path)}`,
    )
    const [line] = await once(lines, 'line')
    expect(JSON.parse(String(line))).toEqual([true, false])
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  },
  30_000,
)

test.runIf(process.platform === 'linux')(
  'a server that is killed leaves nobody behind who hashes',
  async () => {
    const { child, lines } = run(`
    const { readFileSync } = await import('node:fs')
    console.log(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'))
    setInterval(() => verifyPassword('right', hash), 20)`)
    const [line] = await once(lines, 'line')
    const started = String(line).split(' ').filter(Boolean)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect.poll(() => started.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
  },
  30_000,
)

/** Linux heeds a slice from 6.12 on. */
const heedsSlices = /^(6\.(1[2-9]|[2-9]\d)|[7-9]|\d\d)\b/.test(release())

const scheduled = (place: string, what: string) =>
  new RegExp(`^${what}\\s*:\\s*(\\d+)$`, 'm').exec(readFileSync(`${place}/sched`, 'utf8'))?.[1]
/** A thread by the longest slice; a process in a session of its own, whose part stays its own, by SCHED_IDLE. */
const givesWay = (place: string) =>
  /\/task\//.test(place) ? scheduled(place, 'se.slice') === '100000000' : scheduled(place, 'policy') === '5'

test
  .runIf(
    heedsSlices &&
      existsSync('/usr/bin/perl') &&
      existsSync('/proc/self/sched') &&
      /^(x64|arm64)$/.test(process.arch) &&
      scheduled('/proc/self', 'se.slice'),
  )
  .each([
    ['a process', ''],
    ['threads', `process.execPath = '/bin/false'`],
  ])(
  'where %s hash, whoever wakes up need not wait for the end of a slice',
  async (_how, before) => {
    const { child, lines } = run(`console.log(process.pid); setInterval(() => {}, 1000)`, before)
    const [pid] = await once(lines, 'line')
    try {
      const places = () => {
        const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
        return [...threads, ...children.map((one) => `/proc/${one}`)]
      }
      await expect.poll(() => places().filter((place) => existsSync(place) && givesWay(place)).length).toBe(1)
      expect(scheduled(`/proc/${pid}`, 'se.slice')).not.toBe('100000000')
      expect(scheduled(`/proc/${pid}`, 'policy')).toBe('0')
    } finally {
      child.kill('SIGKILL')
    }
  },
  30_000,
)
