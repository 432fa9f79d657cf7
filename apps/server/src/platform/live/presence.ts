import { cutText } from '@learnt/contract/cut-text'
import type { LiveMessage } from '@learnt/contract/live'
import type { PresenceArea } from '@learnt/contract/presence-areas'
import Bowser from 'bowser'
import { sql } from 'kysely'
import pg from 'pg'
import type { WebSocket } from 'ws'
import { type Actor, isAdmin } from '../actor.ts'
import type { Services } from '../context.ts'
import type { WriteTx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { mintTenantId } from '../tenant-id.ts'
import type { FanOut } from './fan-out.ts'
import {
  clearDead,
  type Device,
  type Here,
  listPresence,
  notifyPresence,
  type PresenceNews,
  type PresenceRow,
  presenceChannel,
  putPresence,
} from './presence-rows.ts'

/** A socket of this process, as far as presence goes. */
export interface PresentSocket {
  readonly socket: WebSocket
  readonly agent: string
  actor: Actor
  /** Its rights are being asked for. */
  readonly isSuspect: boolean
  /** When they end by themselves. */
  readonly until: number
}

/** A socket is told at most once in this time, and the database as well. */
const everyMs = 250
/** A page that is opened afresh closes its socket and opens another. */
const graceMs = 2000
const beatMs = 10_000
const quietSeconds = 30
/** Several lines that miss something at once are made up for once. */
const afterMissedMs = 300

interface Person {
  readonly tenantId: string
  readonly userId: string
  /** In the order in which they spoke last. */
  readonly sockets: Map<PresentSocket, PresenceArea>
  /** Since when there is none. */
  goneAt: number | null
  /** What was written down last; empty: nothing of ours stands there. */
  written: string
}

type Frame = Extract<LiveMessage, { say: 'presence' }>['people'][number]

/**
 * Who is online. Each process keeps its own people by their sockets, writes changes a few times a second and reads
 * those of others. A page hears about the people it shows. Acting as a person does not put them online.
 */
export class Presence {
  readonly #services: Services
  readonly #databaseUrl: string
  readonly #processId = newId()
  readonly #people = new Map<string, Person>()
  readonly #changed = new Set<Person>()
  readonly #watchers = new Map<string, Set<PresentSocket>>()
  readonly #watched = new Map<PresentSocket, Set<string>>()
  /** What a page has asked for last; of two answers that come crosswise only the one to this counts. */
  readonly #wanted = new Map<PresentSocket, readonly string[]>()
  readonly #frames = new Map<PresentSocket, Map<string, Frame>>()
  /** Of everybody who is watched or about to be: the latest word that came. Words come late, twice and crosswise. */
  readonly #latest = new Map<string, number>()
  #timers: NodeJS.Timeout[] = []
  #client: pg.Client | null = null
  /** One tenant after the other: a thousand that come back take one connection. */
  #writing: Promise<void> | null = null
  #missed: NodeJS.Timeout | null = null
  #cameBack = false
  #forgetFanOut = () => {}
  #closed = false

  constructor(services: Services, databaseUrl: string) {
    this.#services = services
    this.#databaseUrl = databaseUrl
  }

  async start(): Promise<void> {
    const { fanOut } = this.#services
    await Promise.all([this.#beat(), fanOut ? null : this.#listen()])
    this.#timers = [
      setInterval(() => this.#tick(), everyMs),
      setInterval(() => void this.#beat().catch(() => {}), beatMs),
    ]
    for (const timer of this.#timers) timer.unref()
    if (fanOut) this.#follow(fanOut)
  }

  /** Everybody of this process is gone. */
  async stop(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#missed) clearTimeout(this.#missed)
    this.#forgetFanOut()
    await this.#writing
    for (const person of this.#people.values()) {
      person.sockets.clear()
      this.#changed.add(person)
    }
    this.#write()
    await this.#writing
    await this.#services.db
      .control((tx) => sql`select control.leave_live_process(${this.#processId})`.execute(tx))
      .catch(() => {})
    await this.#client?.end().catch(() => {})
  }

  /** A page says where it is. */
  here(socket: PresentSocket, area: PresenceArea): void {
    const { actor } = socket
    if (actor.impersonator !== null) return
    const key = keyOf(actor.tenantId, actor.userId)
    let person = this.#people.get(key)
    if (person === undefined) {
      person = { tenantId: actor.tenantId, userId: actor.userId, sockets: new Map(), goneAt: null, written: '' }
      this.#people.set(key, person)
    }
    person.goneAt = null
    person.sockets.delete(socket)
    person.sockets.set(socket, area)
    this.#changed.add(person)
  }

  /** A page shows these people now. */
  async watch(socket: PresentSocket, userIds: readonly string[]): Promise<void> {
    this.#forget(socket)
    // It is on its way out, and nobody would take it off again.
    if (userIds.length === 0 || socket.socket.readyState !== socket.socket.OPEN) return
    const wanted = [...new Set(userIds)]
    this.#wanted.set(socket, wanted)
    const { actor } = socket
    for (const userId of wanted) {
      const key = keyOf(actor.tenantId, userId)
      this.#latest.set(key, this.#latest.get(key) ?? 0)
    }
    const latestOf = (userId: string) => this.#latest.get(keyOf(actor.tenantId, userId)) ?? 0
    let rows: PresenceRow[]
    let isBehind: boolean
    do {
      const before = new Map(wanted.map((userId) => [userId, latestOf(userId)]))
      rows = await this.#services.db.tenant(actor.tenantId).read((tx) => listPresence(tx, actor, wanted))
      // It went meanwhile, asks for others by now, or for the same with other rights.
      if (this.#wanted.get(socket) !== wanted) return
      // A message came meanwhile that this look does not have yet, however many looks there were before it.
      isBehind = rows.some(({ userId, revision }) => {
        const latest = latestOf(userId)
        return revision < latest && latest !== before.get(userId)
      })
    } while (isBehind)
    const keys = new Set<string>()
    for (const row of rows) {
      const key = keyOf(actor.tenantId, row.userId)
      keys.add(key)
      const watchers = this.#watchers.get(key) ?? new Set()
      this.#watchers.set(key, watchers.add(socket))
      // What stands there counts: a database that was restored counts from further back.
      this.#latest.set(key, row.revision)
      const since = row.lastChanged?.toISOString() ?? null
      this.#frame(socket, { userId: row.userId, state: row.state, area: row.currentFeature, since })
    }
    this.#watched.set(socket, keys)
  }

  /** After a change of rights, stops what the socket may not see now. */
  async watchAgain(socket: PresentSocket): Promise<void> {
    await this.watch(socket, this.#wanted.get(socket) ?? [])
  }

  leave(socket: PresentSocket): void {
    this.#forget(socket)
    const person = this.#people.get(keyOf(socket.actor.tenantId, socket.actor.userId))
    if (!person?.sockets.delete(socket)) return
    if (person.sockets.size === 0) person.goneAt = performance.now()
    else this.#changed.add(person)
  }

  #forget(socket: PresentSocket): void {
    for (const key of this.#watched.get(socket) ?? []) {
      const watchers = this.#watchers.get(key)
      watchers?.delete(socket)
      if (watchers?.size === 0) this.#watchers.delete(key)
    }
    const given = this.#wanted.get(socket) ?? []
    this.#watched.delete(socket)
    this.#wanted.delete(socket)
    this.#frames.delete(socket)
    // Pages that still wait for their first look need what is heard meanwhile.
    const waited = new Set<string>()
    for (const [other, wanted] of this.#wanted)
      if (!this.#watched.has(other)) for (const userId of wanted) waited.add(keyOf(other.actor.tenantId, userId))
    for (const userId of given) {
      const key = keyOf(socket.actor.tenantId, userId)
      if (!this.#watchers.has(key) && !waited.has(key)) this.#latest.delete(key)
    }
  }

  #frame(socket: PresentSocket, frame: Frame): void {
    const frames = this.#frames.get(socket) ?? new Map<string, Frame>()
    this.#frames.set(socket, frames.set(frame.userId, frame))
  }

  #tick(): void {
    const now = this.#services.clock.now().getTime()
    for (const [socket, frames] of this.#frames) {
      // Told once it is known that it still may be.
      if (socket.isSuspect || socket.until <= now) continue
      this.#frames.delete(socket)
      if (socket.socket.readyState === socket.socket.OPEN)
        socket.socket.send(JSON.stringify({ say: 'presence', people: [...frames.values()] } satisfies LiveMessage))
    }
    const gone = performance.now() - graceMs
    for (const person of this.#people.values())
      if (person.goneAt !== null && person.goneAt < gone) this.#changed.add(person)
    this.#write()
  }

  /** One transaction for each tenant in which something changed. What fails is tried again at the next turn. */
  #write(): void {
    if (this.#writing !== null || this.#changed.size === 0) return
    const changed = Map.groupBy(this.#changed, (person) => person.tenantId)
    this.#changed.clear()
    this.#writing = this.#writeAll(changed).finally(() => {
      this.#writing = null
    })
  }

  async #writeAll(changed: ReadonlyMap<string, readonly Person[]>): Promise<void> {
    for (const [tenantId, people] of changed)
      await this.#writeTenant(tenantId, people).catch((err: unknown) => {
        for (const person of people) this.#changed.add(person)
        this.#services.log.warn({ err }, 'presence')
      })
  }

  async #writeTenant(tenantId: string, people: readonly Person[]): Promise<void> {
    const here: Here[] = []
    const gone: string[] = []
    const done: (() => void)[] = []
    for (const person of people) {
      const now = hereOf(person)
      const text = now === null ? '' : JSON.stringify(now)
      if (text !== person.written) {
        if (now === null) gone.push(person.userId)
        else here.push(now)
      }
      done.push(() => {
        person.written = text
        // a person who left while this was written is still to be written as offline
        if (text === '' && person.sockets.size === 0) this.#people.delete(keyOf(tenantId, person.userId))
      })
    }
    if (here.length + gone.length > 0)
      await tellPresence(this.#services, (telling) =>
        this.#services.db.tenant(mintTenantId(tenantId)).write(async (tx) => {
          const now = this.#services.clock.now()
          return telling(tx, await putPresence(tx, { tenantId, processId: this.#processId, here, gone, now }))
        }),
      )
    for (const act of done) act()
  }

  #hear(payload: PresenceNews): void {
    for (const [userId, state, area, teamId, since, revision] of payload.people) {
      const key = keyOf(payload.tenantId, userId)
      const latest = this.#latest.get(key)
      if (latest !== undefined && revision <= latest) continue
      if (latest !== undefined) this.#latest.set(key, revision)
      for (const socket of this.#watchers.get(key) ?? []) {
        const { actor } = socket
        const isSeen = (actor.wholeTenant && isAdmin(actor)) || teamId === actor.teamId
        this.#frame(socket, { userId, state, area: isSeen ? area : null, since })
      }
      const person = this.#people.get(key)
      // Another process saw the person's last socket there go; here there is one.
      if (person && state === 'offline' && person.sockets.size > 0) {
        person.written = ''
        this.#changed.add(person)
      }
    }
  }

  async #beat(): Promise<void> {
    await this.#services.db.control((tx) => sql`select control.beat_live_process(${this.#processId})`.execute(tx))
  }

  #follow(fanOut: FanOut): void {
    this.#forgetFanOut = fanOut.hear('presence', {
      heard: (what) => this.#hear(what as PresenceNews),
      missed: (cameBack) => {
        this.#cameBack ||= cameBack
        this.#missed ??= setTimeout(() => {
          const sayAgain = this.#cameBack
          this.#missed = null
          this.#cameBack = false
          void this.#startOver(sayAgain).catch((err: unknown) => this.#services.log.warn({ err }, 'presence'))
        }, afterMissedMs)
      },
    })
  }

  async #listen(): Promise<void> {
    if (this.#closed) return
    const client = new pg.Client({ connectionString: this.#databaseUrl })
    const again = () => {
      if (this.#client !== client) return
      this.#client = null
      if (!this.#closed) setTimeout(() => void this.#listen(), 500).unref()
    }
    this.#client = client
    client.on('error', again)
    client.on('end', again)
    client.on('notification', (message) => {
      const payload = readPayload(message.payload)
      if (payload) this.#hear(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${presenceChannel}`)
      await this.#startOver(true)
    } catch (err) {
      this.#services.log.warn({ err }, 'presence listener')
      again()
    }
  }

  /** Nobody told this process what happened while it was not listening; and others may have taken it for dead. */
  async #startOver(sayAgain: boolean): Promise<void> {
    if (this.#closed) return
    for (const person of sayAgain ? this.#people.values() : []) {
      person.written = ''
      this.#changed.add(person)
    }
    for (const socket of [...this.#wanted.keys()]) await this.watchAgain(socket)
  }
}

/** Told with the commit where the database tells it, else after it. */
async function tellPresence(
  { fanOut }: Services,
  act: (telling: (tx: WriteTx, news: PresenceNews[]) => Promise<PresenceNews[]>) => Promise<PresenceNews[]>,
): Promise<void> {
  const news = await act(async (tx, all) => {
    if (fanOut === undefined) await notifyPresence(tx, all)
    return all
  })
  for (const one of fanOut ? news : []) fanOut?.tell('presence', one)
}

/** Clears away after processes that said nothing for half a minute: killed, or cut off. */
export async function sweepPresence(services: Services): Promise<void> {
  await tellPresence(services, (telling) =>
    services.db.dangerouslyAsSystem(async (tx) => telling(tx, await clearDead(tx, quietSeconds, services.clock.now()))),
  )
}

/** What the last page that spoke says; null: nobody is there. */
function hereOf(person: Person): Here | null {
  const last = [...person.sockets].at(-1)
  if (last === undefined) return null
  const [{ actor, agent }, area] = last
  return { userId: person.userId, membershipId: actor.membershipId, teamId: actor.teamId, area, ...deviceOf(agent) }
}

const nameLength = 60

/** The fields of the specification from the browser's own words. */
export function deviceOf(agent: string): Device {
  const cut = (word: string | undefined) => (word && cutText(word, nameLength)) || null
  const nothing = { deviceType: null, mobileVendor: null, mobileModel: null }
  if (agent === '') return { ...nothing, browserName: null, browserVersion: null, osName: null, osVersion: null }
  const { browser, os, platform } = Bowser.parse(cutText(agent, 400))
  const isMobile = platform.type === 'mobile' || platform.type === 'tablet'
  return {
    deviceType: cut(platform.type),
    mobileVendor: isMobile ? cut(platform.vendor) : null,
    mobileModel: isMobile ? cut(platform.model) : null,
    browserName: cut(browser.name),
    browserVersion: cut(browser.version),
    osName: cut(os.name),
    osVersion: cut(os.version),
  }
}

function keyOf(tenantId: string, userId: string): string {
  return `${tenantId}|${userId}`
}

function readPayload(text: string | undefined): PresenceNews | null {
  try {
    return JSON.parse(text ?? '') as PresenceNews
  } catch {
    return null
  }
}
