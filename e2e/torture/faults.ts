import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Chance, chance } from '../../apps/server/demo/chance.ts'
import { findNats, startNats } from '../../apps/server/test/peers/nats-server.ts'
import { type Proved, proveAcknowledged } from '../../apps/server/test/prove-acknowledged.ts'
import { startS3Server } from '../../apps/server/test/s3-server.ts'
import { signInByApi } from '../given/calls.ts'
import { freePort, type Learnt, startLearnt } from '../learnt.ts'
import { brokenParts, buildBrokenParts, removeBrokenParts } from './broken-parts.ts'
import { BusyAdmin } from './busy-admin.ts'
import { counted } from './counted.ts'
import { FileKeeper } from './file-keeper.ts'
import { childrenOf, untilStored } from './kill.ts'
import { PlayingLearner } from './learner.ts'
import { listen } from './live-ears.ts'
import { startMailSink } from './mail-sink.ts'
import { findPostgres, startPostgres } from './own-postgres.ts'
import { pause } from './patience.ts'
import { layWire, type WireState } from './wire.ts'
import { makeWorld } from './world.ts'

export interface FaultOptions {
  seed: string
  rounds: number
  /** Server processes on one database; learners are spread over them. */
  processes?: number
  learners?: number
  courses?: number
  /** The file store: a folder that the processes share, or an object store. */
  store?: 'folder' | 'object'
  /** Only these faults, by name. */
  only?: readonly string[]
  say(line: string): void
}

export interface FaultSummary {
  rounds: { fault: string; heldMs: number; backMs: number }[]
  commits: number
  files: number
  proved: Proved
  findings: string[]
  /** Faults that cannot be made on this machine, with the reason. */
  left: string[]
}

interface Fault {
  name: string
  /** Its duration in milliseconds. */
  holds: readonly [number, number]
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

/**
 * Learners play and an administrator works while connections are cut, slowed or silent, disks are full or do not sync,
 * processes freeze, clocks jump and the mail server is gone. Nothing acknowledged is lost, nothing happens twice, and
 * within a minute of the fault's end everything works again by itself.
 */
export async function tortureByFaults({
  seed,
  rounds,
  processes = 2,
  learners: count = 6,
  courses = 6,
  store = 'folder',
  only = [],
  say,
}: FaultOptions): Promise<FaultSummary> {
  const found = findPostgres()
  if (found === null) throw new Error('No PostgreSQL is installed here whose disk and line could be broken')
  const random = chance(seed)
  const library = buildBrokenParts()
  const ofDatabase = library === null ? null : brokenParts(library)
  const ofServers = library === null ? null : brokenParts(library)
  const sink = await startMailSink()
  const postgres = await startPostgres(found, ofDatabase?.environment)
  const toDatabase = await layWire(() => postgres.port, random)
  const toMail = await layWire(() => sink.port, random)
  const program = findNats()
  const nats = program === null ? null : await startNats(program)
  const toNats = await layWire(() => nats?.port ?? 0, random)
  const objects = store === 'object' ? await startS3Server('torture', 'learnt') : null
  const toObjects = await layWire(() => Number(objects && new URL(objects.url).port), random)
  const own = [toDatabase, toMail, toNats, toObjects]
  const files = mkdtempSync(join(tmpdir(), 'learnt-e2e-files-'))
  const throughWire = (url: string) => url.replace(`:${postgres.port}/`, `:${toDatabase.port}/`)
  const running: Learnt[] = []
  const wires: Awaited<ReturnType<typeof layWire>>[] = []
  try {
    for (let number = 0; number < processes; number++) {
      const port = await freePort()
      const wire = await layWire(() => port, random)
      wires.push(wire)
      const settings = {
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${wire.port}`,
        DATABASE_URL: throughWire(postgres.webUrl),
        DATABASE_ADMIN_URL: throughWire(postgres.ownerUrl),
        DATA_DIR: files,
        SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
        LOG_LEVEL: 'error',
        ...(nats ? { LIVE_URL: `nats://127.0.0.1:${toNats.port}` } : {}),
        ...(objects
          ? {
              S3_BUCKET: 'torture',
              S3_ENDPOINT: `http://127.0.0.1:${toObjects.port}`,
              S3_ACCESS_KEY_ID: 'learnt',
              S3_SECRET_ACCESS_KEY: 'secret',
            }
          : {}),
        ...ofServers?.environment,
      }
      running.push(await startLearnt({ demo: false, settings }))
    }
    const urls = wires.map(({ port }) => `http://localhost:${port}`)
    const [first] = running
    if (!first || !urls[0]) throw new Error('No process was asked for')
    // Checks of the database bypass the disturbed connections.
    const settings: Record<string, string> = {
      ...first.settings,
      DATABASE_URL: postgres.webUrl,
      DATABASE_ADMIN_URL: postgres.ownerUrl,
    }
    delete settings.LD_PRELOAD
    if (objects) settings.S3_ENDPOINT = objects.url
    const world = await makeWorld({ url: urls[0], settings }, { learners: count, courses })
    const learners = await Promise.all(
      world.learners.map(async ({ account }, index) => {
        const caller = await signInByApi(urls[index % urls.length] ?? '', account)
        return new PlayingLearner(caller, world.courses, chance(`${seed} learner ${index}`))
      }),
    )
    const memberships = world.learners.map(({ userId }) => `${userId}:learnt`)
    const admin = new BusyAdmin(world.admin, world.courses, memberships, chance(`${seed} admin`))
    const keeper = new FileKeeper(world.admin, chance(`${seed} files`))
    const everybody = [...learners, admin, keeper]
    const findings = () => [...learners.flatMap(({ log }) => log.findings), ...admin.deeds.findings, ...keeper.findings]
    /** Pages at one process learn of an administrator's changes at the other, even while the processes have no NATS. */
    const heardAnyway = async () => {
      const ears = await listen({ ...world.admin, url: urls.at(-1) ?? '' }, ['courses'])
      const since = ears.heard.length
      await ears.until((message) => message.say === 'changed' && ears.heard.indexOf(message) >= since)
      ears.close()
    }

    const line = (name: string, on: readonly { become(state: WireState): void }[], state: WireState): Fault => ({
      name,
      holds: [1500, 6000],
      begin() {
        for (const wire of on) wire.become(state)
      },
      end() {
        for (const wire of on) wire.become('pass')
      },
    })
    const freeze = (name: string, pids: () => number[]): Fault => {
      let frozen: number[] = []
      return {
        name,
        holds: [5000, 15_000],
        begin() {
          frozen = pids()
          for (const pid of frozen) signal(pid, 'SIGSTOP')
        },
        end() {
          for (const pid of frozen) signal(pid, 'SIGCONT')
        },
      }
    }
    const oneOf = (chosen: Chance): Learnt => running[chosen.int(0, running.length - 1)] ?? first
    const faults: Fault[] = [
      line('line to people cut', wires, 'cut'),
      line('line to people slow', wires, 'slow'),
      line('line to people silent', wires, 'silent'),
      line('answers to people lost', wires, 'deaf'),
      line('requests of people doubled', wires, 'twice'),
      line('line to the database cut', [toDatabase], 'cut'),
      line('line to the database slow', [toDatabase], 'slow'),
      line('line to the database silent', [toDatabase], 'silent'),
      line('answers of the database lost', [toDatabase], 'deaf'),
      line('mail server gone', [toMail], 'cut'),
      line('mail server silent', [toMail], 'silent'),
      freeze('a server process frozen', () => [oneOf(random).pid()]),
      freeze('all server processes frozen', () => running.map((one) => one.pid())),
      freeze('PostgreSQL frozen', () => [postgres.pid(), ...childrenOf(postgres.pid())]),
    ]
    if (nats) {
      const ofNats = (fault: Fault): Fault => ({
        ...fault,
        holds: [5000, 15_000],
        async end() {
          try {
            await heardAnyway()
          } finally {
            await fault.end()
          }
        },
      })
      faults.push(
        ofNats({ name: 'NATS killed', holds: [0, 0], begin: () => nats.kill(), end: () => nats.restart() }),
        ofNats(freeze('NATS frozen', () => [nats.pid()])),
        ofNats(line('line to NATS silent', [toNats], 'silent')),
        ofNats(line('line to NATS slow', [toNats], 'slow')),
      )
    }
    if (objects)
      faults.push(
        line('object store gone', [toObjects], 'cut'),
        line('object store silent', [toObjects], 'silent'),
        line('object store slow', [toObjects], 'slow'),
        line('answers of the object store lost', [toObjects], 'deaf'),
      )
    if (ofDatabase && ofServers) {
      const disk = (name: string, of: { noSpace(is: boolean): void }, set: (is: boolean) => void): Fault => ({
        name,
        holds: [2000, 6000],
        begin: () => set(true),
        async end() {
          set(false)
          // PostgreSQL exits when it cannot write; its operator starts it again.
          if (of === ofDatabase) await postgres.revive()
        },
      })
      const clock = (name: string, seconds: number): Fault => ({
        name,
        holds: [3000, 6000],
        begin() {
          for (const parts of [ofDatabase, ofServers]) parts.clockOff(seconds)
        },
        end() {
          for (const parts of [ofDatabase, ofServers]) parts.clockOff(0)
        },
      })
      faults.push(
        disk('disk of the database full', ofDatabase, ofDatabase.noSpace),
        disk('disk of the database does not sync', ofDatabase, ofDatabase.syncFails),
        disk('disk of the servers full', ofServers, ofServers.noSpace),
        clock('clocks two hours ahead', 7200),
        clock('clocks two hours behind', -7200),
        {
          ...clock('clocks of the servers ten minutes ahead of the database', 600),
          begin: () => ofServers.clockOff(600),
        },
      )
    }
    const chosen = only.length === 0 ? faults : faults.filter(({ name }) => only.some((part) => name.includes(part)))
    if (chosen.length === 0)
      throw new Error(`No fault of that name; there are: ${faults.map(({ name }) => name).join(', ')}`)

    const ended: FaultSummary['rounds'] = []
    let proved: Proved | undefined
    let order: Fault[] = []
    for (let round = 0; round < rounds; round++) {
      if (order.length === 0) order = [...chosen]
      const fault = random.pick(order)
      order = order.filter((one) => one !== fault)
      for (const one of everybody) one.start()
      await pause(random.int(250, 1500))
      const heldMs = random.int(...fault.holds)
      await fault.begin()
      await pause(heldMs)
      await fault.end()
      const backMs = await untilStored(learners, Date.now()).catch((error: Error) => {
        throw new Error(`${fault.name}, after ${heldMs} ms: ${error.message}`)
      })
      await Promise.all(everybody.map((one) => one.rest()))
      await Promise.all([...learners, keeper].map((one) => one.prove()))
      proved = await proveAcknowledged(
        settings,
        learners.map(({ log }) => log),
        admin.deeds,
        sink.letters,
      )
      ended.push({ fault: fault.name, heldMs, backMs })
      const wrong = [...findings(), ...proved.findings]
      say(
        `  round ${round + 1}: ${fault.name} for ${(heldMs / 1000).toFixed(1)} s, back ${(backMs / 1000).toFixed(2)} s after it, ${proved.calls} calls and ${proved.positions} positions and ${keeper.kept} files looked for, ${counted(wrong)}`,
      )
      if (wrong.length > 0) break
    }
    if (!proved) throw new Error('No round was run')
    return {
      rounds: ended,
      commits: learners.reduce((sum, { log }) => sum + log.commits, 0),
      files: keeper.kept,
      proved,
      findings: [...findings(), ...proved.findings],
      left: [
        ...(library === null ? ['disks and clocks: there is no C compiler here'] : []),
        ...(nats === null ? ['NATS: there is no nats-server here'] : []),
        ...(objects === null ? ['the object store: files lie in a folder (--store object)'] : []),
      ],
    }
  } catch (error) {
    for (const one of running) say(one.output().slice(-3000))
    say(`  ${error instanceof Error ? error.message : error}`)
    throw error
  } finally {
    for (const wire of [...wires, ...own]) wire.become('pass')
    for (const one of running) await one.stop()
    for (const wire of [...wires, ...own]) await wire.close()
    await nats?.kill()
    await objects?.close()
    await postgres.stop()
    await sink.close()
    rmSync(files, { recursive: true, force: true })
    removeBrokenParts()
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile, as PostgreSQL's processes do.
  }
}
