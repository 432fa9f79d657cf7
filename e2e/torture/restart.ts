import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import type { CourseContent } from '@learnt/contract/courses'
import { type Chance, chance } from '../../apps/server/demo/chance.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded.ts'
import { startS3Server } from '../../apps/server/test/s3-server.ts'
import { addressOf, type Caller, password, signInByApi } from '../given/calls.ts'
import { freePort, type Learnt, startLearnt } from '../learnt.ts'
import { counted } from './counted.ts'
import { startFront } from './front.ts'
import { findPostgres, startPostgres } from './own-postgres.ts'
import { pause } from './patience.ts'
import { makeWorld } from './world.ts'

export interface RestartOptions {
  seed: string
  /** Restarts, of the two processes in turn. */
  rounds: number
  people?: number
  say(line: string): void
}

export interface RestartSummary {
  by: string
  restarts: number
  saves: number
  looks: number
  files: number
  slowestMs: number
  findings: string[]
}

/**
 * Two processes behind a proxy are restarted in turn while people save, read, and upload files in pieces. They share
 * the database and an object store, and no folder. Nobody repeats a request: every failure is an error that a person
 * would see.
 */
export async function tortureByRestarts({ seed, rounds, people = 50, say }: RestartOptions): Promise<RestartSummary> {
  const db = await startDatabase()
  const store = await startS3Server('learnt', 'torture')
  const running: Learnt[] = []
  let stopFront = async () => {}
  try {
    const frontPort = await freePort()
    const settings = {
      ...db.settings,
      S3_ENDPOINT: store.url,
      S3_BUCKET: 'learnt',
      S3_ACCESS_KEY_ID: 'torture',
      S3_SECRET_ACCESS_KEY: 'torture',
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
      files: savers.reduce((sum, { files }) => sum + files, 0),
      slowestMs: Math.max(...savers.map((saver) => saver.slowestMs)),
      findings,
    }
  } catch (error) {
    for (const learnt of running) say(learnt.output().slice(-3000))
    throw error
  } finally {
    await stopFront()
    for (const learnt of running) await learnt.stop()
    await db.stop()
    await store.close()
  }
}

/** A person who saves a draft again and again, reads it, and uploads files. */
class Saver {
  saves = 0
  looks = 0
  files = 0
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
        if (this.#chance.is(0.05)) await this.#upload()
        else await (this.#chance.is(0.7) ? this.#save() : this.#look())
        await pause(this.#chance.int(50, 500))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#working = false
    await this.#loop
  }

  /** The last acknowledged value is there, and nothing later. */
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

  /** A table in three pieces with pauses, which may meet either process; it is then read back. */
  async #upload(): Promise<void> {
    const rows = Array.from({ length: 900 }, (_, at) => `${this.#who.account},${at}\n`)
    const text = `name,number\n${rows.join('')}`
    const tus = { 'tus-resumable': '1.0.0' }
    const begun = await this.#ask('POST', '/api/uploads', { ...tus, 'upload-length': String(text.length) })
    const address = begun?.headers.get('location')
    if (!address) return
    const step = Math.ceil(text.length / 3)
    for (let at = 0; at < text.length; at += step) {
      const headers = { ...tus, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' }
      if (!(await this.#ask('PATCH', address, headers, text.slice(at, at + step)))) return
      await pause(this.#chance.int(20, 300))
    }
    const uploadId = decodeURIComponent(address.split('/').at(-1) ?? '')
    const file = await this.#send<{ url: string }>('POST', addressOf(api.files.adopt), { uploadId, purpose: 'feed' })
    const kept = file && (await this.#ask('GET', file.url))
    if (!kept) return
    if (kept.text !== text) this.findings.push(`LOST: ${kept.text.length} of ${text.length} bytes of a file`)
    this.files++
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T | null> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const reply = await (body === undefined
      ? this.#ask(method, path)
      : this.#ask(method, path, headers, JSON.stringify(body)))
    return reply && (JSON.parse(reply.text) as T)
  }

  async #ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<{ text: string; headers: Headers } | null> {
    const began = Date.now()
    try {
      const reply = await this.#who.fetch(path, {
        method,
        headers: { origin: this.#who.url, ...headers },
        ...(body === undefined ? {} : { body }),
      })
      const text = await reply.text()
      if (reply.ok) return { text, headers: reply.headers }
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
