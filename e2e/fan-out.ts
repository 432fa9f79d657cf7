import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { api } from '@learnt/contract'
import { findNats, startNats } from '../apps/server/test/peers/nats-server.ts'
import { type Caller, password, signInByApi } from './given/calls.ts'
import { givenCourse, pageStep } from './given/courses.ts'
import { type Learnt, startLearnt } from './learnt.ts'
import { findPostgres, startPostgres } from './torture/own-postgres.ts'
import { pause } from './torture/patience.ts'
import { adminAccount, runCli } from './torture/world.ts'

const help = `Usage: node e2e/fan-out.ts [--sockets 400] [--processes 2] [--rounds 30]

  How long it takes until every socket of every process has heard of a change, by PostgreSQL and by NATS, by turns: two
  installations on one PostgreSQL, each with so many processes, which differ in LIVE_URL only.
`

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '400' },
    processes: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '30' },
    help: { type: 'boolean' },
  },
})
const [sockets, processes, rounds] = [Number(values.sockets), Number(values.processes), Number(values.rounds)]
const [found, program] = [findPostgres(), findNats()]
if (values.help || !found || !program || ![sockets, processes, rounds].every((count) => count > 0)) {
  process.stdout.write(values.help ? help : `${help}\nWants a PostgreSQL and a nats-server that are installed here.\n`)
  process.exit(values.help ? 0 : 2)
}

/** Sockets that one session may open, with a margin. */
const perSession = 40
const warm = 5

interface Installation {
  readonly name: string
  readonly running: readonly Learnt[]
  readonly admin: Caller
  readonly courseId: string
  /** When each socket received its last message. */
  readonly heardAt: Float64Array
  /** Milliseconds from the answer to the change until each socket received it. */
  readonly told: number[]
  readonly lost: { count: number }
  cpuSeconds: number
}

async function install(name: string, settings: Record<string, string>): Promise<Installation> {
  const running: Learnt[] = []
  for (let nth = 0; nth < processes; nth++) running.push(await startLearnt({ demo: false, settings }))
  const [first] = running as [Learnt]
  const words = ['cli', 'admin', 'create', '--email', adminAccount, '--first-name', 'Ada', '--last-name', 'Lovelace']
  const made = await runCli(first.settings, [...words, '--role', 'superadmin', '--password', password])
  if (made.code !== 0) throw new Error(made.text)
  const admin = await signInByApi(first.url, adminAccount)
  const { id: courseId } = await givenCourse(admin, { title: 'Heard of', steps: [pageStep('Page')] })
  const heardAt = new Float64Array(sockets)
  for (let at = 0; at < sockets; at += perSession) {
    const { cookie } = await signInByApi(first.url, adminAccount)
    const some = Array.from({ length: Math.min(perSession, sockets - at) }, (_, nth) => at + nth)
    await Promise.all(
      some.map(async (nth) => {
        const { url } = running[nth % processes] as Learnt
        const headers = { cookie: `${cookie.name}=${cookie.value}`, origin: url }
        // The WebSocket standard has no headers, but Node's implementation accepts them.
        const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { headers } as never)
        await new Promise((opened, failed) => {
          socket.onopen = opened
          socket.onerror = failed
        })
        await new Promise<void>((subscribed) => {
          socket.onmessage = (event) => {
            if (String(event.data).includes('"changed"')) heardAt[nth] = performance.now()
            else subscribed()
          }
          socket.send('{"say":"subscribe","topic":"courses"}')
        })
      }),
    )
  }
  return { name, running, admin, courseId, heardAt, told: [], lost: { count: 0 }, cpuSeconds: 0 }
}

async function round(of: Installation, nth: number, counts: boolean): Promise<void> {
  of.heardAt.fill(0)
  const before = cpuOf(of)
  await of.admin.call(api.courses.duplicate, { params: { courseId: of.courseId }, body: { title: `Copy ${nth}` } })
  const answered = performance.now()
  while (of.heardAt.includes(0) && performance.now() - answered < 5000) await pause(5)
  await pause(150)
  if (!counts) return
  of.cpuSeconds += cpuOf(of) - before
  for (const at of of.heardAt) {
    if (at === 0) of.lost.count++
    else of.told.push(Math.max(0, at - answered))
  }
}

/** CPU of its processes, as Linux counts it. */
function cpuOf({ running }: Installation): number {
  return running.reduce((sum, one) => {
    const words = readFileSync(`/proc/${one.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(words[11]) + Number(words[12])) / 100
  }, 0)
}

const postgres = await startPostgres(found)
const nats = await startNats(program)
const installations: Installation[] = []
try {
  const other = postgres.webUrl.replace(/learnt$/, 'learnt_nats')
  postgres.run('create database learnt_nats owner learnt_owner')
  const owner = postgres.ownerUrl.replace(/learnt$/, 'learnt_nats')
  installations.push(
    await install('PostgreSQL', { DATABASE_URL: postgres.webUrl, DATABASE_ADMIN_URL: postgres.ownerUrl }),
    await install('NATS', { DATABASE_URL: other, DATABASE_ADMIN_URL: owner, LIVE_URL: nats.url }),
  )
  for (let nth = 0; nth < rounds + warm; nth++)
    for (const one of nth % 2 ? installations : installations.toReversed()) await round(one, nth, nth >= warm)
  process.stdout.write(`${sockets} sockets over ${processes} processes, ${rounds} changes each, by turns\n`)
  for (const { name, told, lost, cpuSeconds } of installations) {
    const sorted = told.toSorted((a, b) => a - b)
    const at = (part: number) => (sorted[Math.ceil(sorted.length * part) - 1] ?? 0).toFixed(0)
    process.stdout.write(
      `  ${name}: heard after ${at(0.5)} ms (median), ${at(0.95)} (95 of 100), ${at(1)} (slowest); lost ${lost.count} of ${sorted.length + lost.count}; ${((cpuSeconds / rounds) * 1000).toFixed(0)} ms CPU of the processes a change\n`,
    )
  }
} finally {
  for (const { running } of installations) for (const one of running) await one.stop()
  await nats.kill()
  await postgres.stop()
}
process.exit(0)
