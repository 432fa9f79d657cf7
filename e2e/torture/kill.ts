import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chance } from '../../apps/server/demo/chance.ts'
import { type Proved, proveAcknowledged } from '../../apps/server/test/prove-acknowledged.ts'
import { launchBrowser } from '../browser.ts'
import { signInByApi } from '../given/calls.ts'
import { type Learnt, startLearnt } from '../learnt.ts'
import { playBrowserRound } from './browser-round.ts'
import { BusyAdmin } from './busy-admin.ts'
import { counted } from './counted.ts'
import { PlayingLearner } from './learner.ts'
import { startMailSink } from './mail-sink.ts'
import { pause } from './patience.ts'
import { makeWorld } from './world.ts'

export interface KillOptions {
  seed: string
  rounds: number
  learners?: number
  courses?: number
  /** Further rounds in the real browser. */
  browserRounds?: number
  say(line: string): void
}

/** `postmaster`: the other processes of PostgreSQL notice by themselves; `postgres`: kills all at once. */
export type Victim = 'server' | 'postmaster' | 'postgres'

export interface KillSummary {
  seed: string
  rounds: { victim: Victim; afterMs: number; backMs: number }[]
  commits: number
  proved: Proved
  findings: string[]
}

/** Learners play while the server and PostgreSQL are killed in turn, at moments that the seed chooses. */
export async function tortureByKilling({
  seed,
  rounds,
  learners: count = 6,
  courses = 6,
  browserRounds = 0,
  say,
}: KillOptions): Promise<KillSummary> {
  const random = chance(seed)
  const sink = await startMailSink()
  const learnt = await startLearnt({ demo: false, settings: { SMTP_URL: sink.url, LOG_LEVEL: 'error' } })
  const ended: KillSummary['rounds'] = []
  try {
    const world = await makeWorld(learnt, { learners: count, courses })
    const callers = await Promise.all(world.learners.map(({ account }) => signInByApi(learnt.url, account)))
    const learners = callers.map(
      (caller, index) => new PlayingLearner(caller, world.courses, chance(`${seed} learner ${index}`)),
    )
    const memberships = world.learners.map(({ userId }) => `${userId}:learnt`)
    const admin = new BusyAdmin(world.admin, world.courses, memberships, chance(`${seed} admin`))
    const everybody = [...learners, admin]
    const inPages: string[] = []
    const findings = () => [...inPages, ...learners.flatMap(({ log }) => log.findings), ...admin.deeds.findings]
    // First each kind once, in an order that the seed chooses, then in turn.
    const first = random.is(0.5)

    let proved: Proved | undefined
    for (let round = 0; round < rounds; round++) {
      const ofDatabase: Victim = Math.floor(round / 2) % 2 === 0 ? 'postmaster' : 'postgres'
      const victim: Victim = (round % 2 === 0) === first ? 'server' : ofDatabase
      for (const one of everybody) one.start()
      // A kill before the first call tests nothing, and the first call takes time on a busy machine.
      while (!learners.some(isPlaying)) await pause(20)
      const afterMs = random.int(250, 2500)
      await pause(afterMs)
      const killedAt = Date.now()
      const words = learnt.output().length
      await killAndReturn(learnt, victim)
      const backMs = await untilStored(learners, killedAt)
      await Promise.all(everybody.map((one) => one.rest()))
      await Promise.all(learners.map((one) => one.prove()))
      proved = await proveAcknowledged(
        learnt.settings,
        learners.map(({ log }) => log),
        admin.deeds,
        sink.letters,
      )
      ended.push({ victim, afterMs, backMs })
      const wrong = [...findings(), ...proved.findings]
      const own = /works again after (\d+ ms)|ready on \S+ after ([\d.]+ s)/.exec(learnt.output().slice(words))
      say(
        `  round ${round + 1}: ${victim} killed after ${afterMs} ms, back after ${(backMs / 1000).toFixed(2)} s${own ? ` (by its own word ${own[1] ?? own[2]})` : ''}, ${proved.calls} calls and ${proved.positions} positions looked for, ${counted(wrong)}`,
      )
      if (wrong.length > 0) break
    }
    const inBrowser = proved && findings().length + proved.findings.length === 0 ? browserRounds : 0
    const browser = inBrowser > 0 ? await launchBrowser() : null
    for (let round = 0; browser && round < inBrowser; round++) {
      const victim: Victim = random.pick(['server', 'postmaster', 'postgres'])
      const account = world.learners[round % world.learners.length]?.account ?? ''
      const kill = async () => {
        const words = learnt.output().length
        await killAndReturn(learnt, victim)
        // A person who reads "try again later" does so; a test waits.
        while (victim !== 'server' && !learnt.output().slice(words).includes('works again')) await pause(50)
        while (!(await isReady(learnt.url))) await pause(50)
      }
      const played = await playBrowserRound({ learnt, browser, admin: world.admin, account, chance: random, kill })
      inPages.push(...played.findings)
      say(
        `  browser ${round + 1}: ${victim} killed, "Saved" was shown at ${played.shown}, it went on at ${played.found}, ${counted(played.findings)}`,
      )
    }
    await browser?.close()
    if (!proved) throw new Error('No round was run')
    const commits = learners.reduce((sum, { log }) => sum + log.commits, 0)
    return { seed, rounds: ended, commits, proved, findings: [...findings(), ...proved.findings] }
  } catch (error) {
    say(learnt.output().slice(-3000))
    throw error
  } finally {
    await learnt.stop()
    await sink.close()
  }
}

/** Whether a call of a package has been stored for them. */
function isPlaying({ log }: PlayingLearner): boolean {
  return [...log.attempts.values()].some(({ calls }) => calls.size > 0)
}

/** Milliseconds from a moment until a request sent after it is stored. */
export async function untilStored(learners: readonly PlayingLearner[], killedAt: number): Promise<number> {
  while (!learners.some(({ lastStored }) => lastStored > killedAt)) {
    if (Date.now() - killedAt > 60_000) throw new Error('Nothing was stored for a minute')
    await pause(5)
  }
  return Date.now() - killedAt
}

export function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** Restarts the server as an operator's supervisor would; the server restarts PostgreSQL. */
export async function killAndReturn(learnt: Learnt, victim: Victim): Promise<void> {
  if (victim !== 'server') return killPostgres(postmasterOf(learnt), victim === 'postgres')
  await learnt.kill()
  await learnt.restart()
}

function killPostgres(postmaster: number, withChildren: boolean): void {
  const children = withChildren ? childrenOf(postmaster) : []
  for (const pid of [postmaster, ...children]) process.kill(pid, 'SIGKILL')
}

export function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid as number)
}

/** The parent of all PostgreSQL processes, from its pid file. */
export function postmasterOf({ dataDir }: Pick<Learnt, 'dataDir'>): number {
  const note = join(dataDir, 'postgres-is-elsewhere.txt')
  const home = existsSync(note) ? (readFileSync(note, 'utf8').split('\n')[0] ?? '') : join(dataDir, 'postgres')
  return Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}
