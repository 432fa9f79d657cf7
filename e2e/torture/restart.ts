import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import type { CourseContent } from '@learnt/contract/courses'
import { type Chance, chance } from '../../apps/server/demo/chance.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded.ts'
import { addressOf, type Caller, password, signInByApi } from '../given/calls.ts'
import { freePort, type Learnt, startLearnt } from '../learnt.ts'
import { counted } from './counted.ts'
import { startFront } from './front.ts'
import { findPostgres, startPostgres } from './own-postgres.ts'
import { pause } from './patience.ts'
import { makeWorld } from './world.ts'

export interface RestartOptions {
  seed: string
  /** Restarts, of the two processes by turns. */
  rounds: number
  people?: number
  say(line: string): void
}

export interface RestartSummary {
  by: string
  restarts: number
  saves: number
  looks: number
  slowestMs: number
  findings: string[]
}

/**
 * Two processes behind a proxy are restarted by turns while people save and look. Nobody repeats a request: whatever is not
 * an answer is an error that a person would see.
 */
export async function tortureByRestarts({ seed, rounds, people = 50, say }: RestartOptions): Promise<RestartSummary> {
  const db = await startDatabase()
  const files = mkdtempSync(join(tmpdir(), 'learnt-e2e-files-'))
  const running: Learnt[] = []
  let stopFront = async () => {}
  try {
    const frontPort = await freePort()
    const settings = {
      ...db.settings,
      DATA_DIR: files,
      LOG_LEVEL: 'error',
      PUBLIC_URL: `http://localhost:${frontPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
    }
    for (const worker of ['on', 'off'])
      running.push(await startLearnt({ demo: false, settings: { ...settings, WORKER: worker } }))
    const [one, two] = running as [Learnt, Learnt]
    const front = await startFront(
      frontPort,
      [one, two].map((learnt) => Number(learnt.settings.PORT)),
    )
    stopFront = () => front.stop()
    const { admin } = await makeWorld({ url: settings.PUBLIC_URL, settings: one.settings }, { learners: 0, courses: 0 })
    const savers: Saver[] = []
    for (let number = 0; number < people; number++) {
      const email = `author${number}@torture.example`
      const body = { firstName: 'Author', lastName: `Number ${number}`, email, password, roles: ['admin' as const] }
      await admin.call(api.members.create, { body })
      savers.push(await Saver.begin(await signInByApi(settings.PUBLIC_URL, email), chance(`${seed} author ${number}`)))
    }
    say(`  ${people} people save behind ${front.by}`)
    const random = chance(seed)
    for (const saver of savers) saver.start()
    let restarts = 0
    for (; restarts < rounds && savers.every(({ findings }) => findings.length === 0); restarts++) {
      await pause(random.int(200, 1500))
      const learnt = restarts % 2 === 0 ? one : two
      const began = Date.now()
      await learnt.end()
      const endedMs = Date.now() - began
      await learnt.restart()
      const done = savers.reduce((sum, { saves }) => sum + saves, 0)
      say(`  restart ${restarts + 1}: ended after ${endedMs} ms, back after ${Date.now() - began} ms, ${done} saves`)
    }
    for (const saver of savers) await saver.rest()
    for (const saver of savers) await saver.prove()
    const findings = savers.flatMap((saver) => saver.findings)
    if (findings.length > 0) say(`  ${counted(findings)}`)
    return {
      by: front.by,
      restarts,
      saves: savers.reduce((sum, { saves }) => sum + saves, 0),
      looks: savers.reduce((sum, { looks }) => sum + looks, 0),
      slowestMs: Math.max(...savers.map((saver) => saver.slowestMs)),
      findings,
    }
  } catch (error) {
    for (const learnt of running) say(learnt.output().slice(-3000))
    throw error
  } finally {
    await stopFront()
    for (const learnt of running) await learnt.end()
    await db.stop()
    rmSync(files, { recursive: true, force: true })
  }
}

/** Somebody who saves a draft again and again, and looks at it. */
class Saver {
  saves = 0
  looks = 0
  slowestMs = 0
  readonly findings: string[] = []
  readonly #who: Caller
  readonly #chance: Chance
  readonly #course: { id: string; content: CourseContent }
  #revision: number
  #title = ''
  #working = false
  #loop: Promise<void> | undefined

  static async begin(who: Caller, chance: Chance): Promise<Saver> {
    const course = await who.call(api.courses.create, { body: { title: `By ${who.account}` } })
    return new Saver(who, chance, course)
  }

  private constructor(who: Caller, chance: Chance, course: { id: string; content: CourseContent; revision: number }) {
    this.#who = who
    this.#chance = chance
    this.#course = course
    this.#revision = course.revision
  }

  start(): void {
    this.#working = true
    this.#loop = (async () => {
      while (this.#working && this.findings.length === 0) {
        await (this.#chance.is(0.7) ? this.#save() : this.#look())
        await pause(this.#chance.int(50, 500))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#working = false
    await this.#loop
  }

  /** What was acknowledged last is there, and nothing after it. */
  async prove(): Promise<void> {
    if (this.findings.length === 0) await this.#look()
  }

  async #save(): Promise<void> {
    const title = `Saved ${this.saves + 1}`
    const answer = await this.#send<{ revision: number }>(
      'PUT',
      addressOf(api.courses.saveDraft, { params: { courseId: this.#course.id } }),
      { revision: this.#revision, content: { ...this.#course.content, title } },
    )
    if (!answer) return
    if (answer.revision !== this.#revision + 1)
      this.findings.push(`A save made revision ${answer.revision} of ${this.#revision}`)
    this.#revision = answer.revision
    this.#title = title
    this.saves++
  }

  async #look(): Promise<void> {
    const course = await this.#send<{ revision: number; content: CourseContent }>(
      'GET',
      addressOf(api.courses.get, { params: { courseId: this.#course.id } }),
    )
    if (!course) return
    this.looks++
    if (course.revision !== this.#revision || (this.#title !== '' && course.content.title !== this.#title))
      this.findings.push(
        `LOST: "${this.#title}" (${this.#revision}), but "${course.content.title}" (${course.revision})`,
      )
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T | null> {
    const began = Date.now()
    try {
      const reply = await this.#who.fetch(path, {
        method,
        headers: {
          origin: this.#who.url,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      if (reply.ok) return JSON.parse(text) as T
      this.findings.push(`${method} answered ${reply.status}: ${text.slice(0, 200)}`)
    } catch (error) {
      this.findings.push(`${method} had no answer: ${String((error as Error).cause ?? error)}`)
    } finally {
      this.slowestMs = Math.max(this.slowestMs, Date.now() - began)
    }
    return null
  }
}

async function startDatabase(): Promise<{ settings: Record<string, string>; stop(): Promise<void> }> {
  const found = findPostgres()
  if (found) {
    const own = await startPostgres(found)
    return { settings: { DATABASE_URL: own.webUrl, DATABASE_ADMIN_URL: own.ownerUrl }, stop: own.stop }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'learnt-pg-'))
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, endsWithParent: true })
  return {
    settings: { DATABASE_URL: embedded.appUrl, DATABASE_ADMIN_URL: embedded.adminUrl },
    async stop() {
      await embedded.stop()
      for (const folder of [dataDir, embedded.folder]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
