import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type LiveMessage, LiveRequest, type LiveTopic } from '@learnt/contract/live'
import { sql } from 'kysely'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { RateLimit } from '../http/limits.ts'
import { liveSockets } from '../metrics.ts'
import { findChangedSessions, findSession, type OpenSession } from '../session/find-session.ts'
import { readCookie, sessionCookieName } from '../session/token.ts'
import { Presence } from './presence.ts'

/** One event as the relay tells it to all processes. */
export interface LiveEvent {
  /** Its place among all changes, in the order in which they were told. */
  position: number
  tenantId: string
  topic: LiveTopic
  userId: string | null
  kind: string
  subjectId: string
}

export const liveChannel = 'learnt_live'

interface Listener {
  readonly socket: WebSocket
  readonly token: string
  /** What the browser says that it is. */
  readonly agent: string
  actor: Actor
  /** What the rights were known by when many were asked for together; null: not asked in that way yet. */
  sign: string | null
  checkedAt: number
  /** How far each topic was told to this socket. */
  readonly topics: Map<LiveTopic, number>
  /** What it is told goes one after the other, so that positions only grow. */
  turn: Promise<void>
  /** How much stands in its turn. */
  waiting: number
  isAlive: boolean
}

/** A right that is this old is asked for again before anything is pushed. */
const RIGHT_LASTS_MS = 1000
const HEARTBEAT_MS = 25_000
const MAX_TOPICS = 20
/** Of one session; a browser needs one for each tab. */
const MAX_SOCKETS = 50
/** A browser that does not read is closed rather than buffered for. */
const MAX_BUFFERED = 1024 * 1024
/** Sessions asked for by one statement: whoever comes first need not wait for thousands. */
const CHECKED_AT_ONCE = 500
/** Whoever missed more asks for everything again, which is less work for both. */
const MAX_MISSED = 500

/** The sockets of this process: topics are authorised on subscribe and again on every push. */
export class LiveHub {
  readonly #services: Services
  readonly #listeners = new Set<Listener>()
  readonly #requests = new RateLimit({ burst: 200, perMinute: 600 })
  readonly #wss = new WebSocketServer({ noServer: true, maxPayload: 4096, perMessageDeflate: false })
  readonly #databaseUrl: string
  readonly #presence: Presence
  #client: pg.Client | null = null
  #heartbeat: NodeJS.Timeout | null = null
  #closed = false

  constructor(services: Services, databaseUrl: string) {
    this.#services = services
    this.#databaseUrl = databaseUrl
    this.#presence = new Presence(services, databaseUrl)
  }

  /** Takes the upgrades of `/api/live` and listens to the relay. */
  async start(server: Server): Promise<void> {
    server.on('upgrade', (request, socket, head) => {
      void this.#upgrade(request, socket, head).catch(() => socket.destroy())
    })
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#heartbeat.unref()
    await this.#listen()
    await this.#presence.start()
  }

  async stop(): Promise<void> {
    this.#closed = true
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    for (const { socket } of this.#listeners) socket.close(1001)
    this.#wss.close()
    await this.#presence.stop()
    await this.#client?.end().catch(() => {})
  }

  /** Pushes to everybody in this process who may have it. */
  deliver(event: LiveEvent): void {
    // Those with nothing else in their turn are told together: their rights by one statement, the same bytes to all.
    const together: Listener[] = []
    for (const listener of this.#listeners) {
      if (listener.actor.tenantId !== event.tenantId) continue
      const { userId, impersonator } = listener.actor
      if (event.topic === 'me' && impersonator && event.userId === impersonator.userId) {
        // Not for the person acted for to hear, but the right to act may be gone with it.
        listener.checkedAt = 0
        this.#inTurn(listener, async () => void (await this.#isStillOpen(listener)))
        continue
      }
      if (event.userId !== null && event.userId !== userId) continue
      if (event.topic === 'me' && takingRights.has(event.kind)) listener.checkedAt = 0
      else if (!listener.topics.has(event.topic)) continue
      if (listener.waiting === 0) together.push(listener)
      else
        this.#inTurn(listener, async () => {
          if (await this.#isStillOpen(listener)) this.#push(listener, event, changedFrame(event.topic, event))
        })
    }
    const frame = changedFrame(event.topic, event)
    for (let at = 0; at < together.length; at += CHECKED_AT_ONCE)
      this.#tell(together.slice(at, at + CHECKED_AT_ONCE), event, frame)
  }

  #tell(listeners: readonly Listener[], event: LiveEvent, frame: Buffer): void {
    const stale = listeners.filter((listener) => performance.now() - listener.checkedAt >= RIGHT_LASTS_MS)
    if (stale.length === 0) {
      for (const listener of listeners) this.#push(listener, event, frame)
      return
    }
    const checked = this.#check(stale).then(() => {
      for (const listener of listeners) if (this.#listeners.has(listener)) this.#push(listener, event, frame)
    })
    for (const listener of listeners) this.#inTurn(listener, () => checked)
  }

  #push(listener: Listener, event: LiveEvent, frame: Buffer): void {
    const told = listener.topics.get(event.topic)
    // Told already when the topic was caught up with.
    if (told === undefined || event.position <= told || !maySubscribe(listener.actor, event.topic)) return
    listener.topics.set(event.topic, event.position)
    if (listener.socket.readyState === listener.socket.OPEN) listener.socket.send(frame, { binary: false })
  }

  #inTurn(listener: Listener, act: () => Promise<void>): void {
    listener.waiting++
    listener.turn = listener.turn
      .then(act)
      .catch((err: unknown) => {
        this.#services.log.warn({ err }, 'live push')
        // It comes back and asks for what it missed.
        listener.socket.close(1011)
      })
      .finally(() => {
        listener.waiting--
      })
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refuse = (status: string) =>
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    if (request.url?.split('?')[0] !== '/api/live') return void refuse('404 Not Found')
    const { origin } = request.headers
    // A socket carries cookies wherever it is opened from, so it is only taken from this very host's pages.
    if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== request.headers.host)
      return void refuse('403 Forbidden')
    if (new URL(origin).protocol !== new URL(this.#services.settings.publicUrl).protocol)
      return void refuse('403 Forbidden')
    const token = readCookie(request.headers.cookie, sessionCookieName(this.#services.settings))
    const session = await findSession(this.#services, token)
    if (!session || token === null) return void refuse('401 Unauthorized')
    const open = [...this.#listeners].filter((one) => one.token === token).length
    if (open >= MAX_SOCKETS) return void refuse('429 Too Many Requests')
    this.#wss.handleUpgrade(request, socket, head, (ws) =>
      this.#accept(ws, token, session.actor, request.headers['user-agent'] ?? ''),
    )
  }

  #accept(socket: WebSocket, token: string, actor: Actor, agent: string): void {
    const listener: Listener = {
      socket,
      token,
      agent,
      actor,
      checkedAt: performance.now(),
      sign: null,
      topics: new Map(),
      turn: Promise.resolve(),
      waiting: 0,
      isAlive: true,
    }
    this.#listeners.add(listener)
    liveSockets.inc()
    socket.on('close', () => {
      liveSockets.dec()
      this.#presence.leave(listener)
      this.#listeners.delete(listener)
    })
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => {
      listener.isAlive = true
    })
    // One after the other, and no more than a browser has to say: a flood would take the database from everybody.
    socket.on('message', (data) => {
      if (socket.readyState !== socket.OPEN) return
      try {
        this.#requests.take(actor.userId)
      } catch {
        return socket.close(1008)
      }
      this.#inTurn(listener, () => this.#hear(listener, String(data)))
    })
  }

  async #hear(listener: Listener, text: string): Promise<void> {
    const parsed = LiveRequest.safeParse(safeJson(text))
    if (!parsed.success) return say(listener.socket, { say: 'refused', topic: '', reason: 'invalid-input' })
    const request = parsed.data
    if (request.say === 'unsubscribe') {
      listener.topics.delete(request.topic)
      return
    }
    if (!(await this.#isStillOpen(listener))) return
    if (request.say === 'here') return this.#presence.here(listener, request.area)
    if (request.say === 'watch') return this.#presence.watch(listener, request.userIds)
    if (!maySubscribe(listener.actor, request.topic) || listener.topics.size >= MAX_TOPICS) {
      return say(listener.socket, { say: 'refused', topic: request.topic, reason: 'not-allowed' })
    }
    // Before anything is read: what is told from now on waits behind this.
    listener.topics.set(request.topic, Number.POSITIVE_INFINITY)
    if (request.since === undefined) {
      const { last } = await this.#positions()
      listener.topics.set(request.topic, last)
      return say(listener.socket, { say: 'subscribed', topic: request.topic, cursor: String(last) })
    }
    say(listener.socket, { say: 'subscribed', topic: request.topic, cursor: request.since })
    await this.#catchUp(listener, request.topic, readPosition(request.since))
  }

  /** What a browser missed while it, or this process, was away; null when nobody knows where it stood. */
  async #catchUp(listener: Listener, topic: LiveTopic, since: number | null): Promise<void> {
    // NOTE: in this order: what is thrown away between the two shows in the second.
    const missed = since === null ? [] : await this.#missed(listener, topic, since)
    const { last, forgotten } = await this.#positions()
    if (since === null || since < forgotten || since > last || missed.length > MAX_MISSED) {
      listener.topics.set(topic, last)
      return say(listener.socket, { say: 'reset', topic, cursor: String(last) })
    }
    for (const event of missed) say(listener.socket, changed(topic, event))
    listener.topics.set(topic, missed.at(-1)?.position ?? since)
  }

  #missed(listener: Listener, topic: LiveTopic, since: number) {
    return this.#services.db.tenant(listener.actor.tenantId).read((tx) =>
      tx
        .selectFrom('liveEvents')
        .select(['position', 'kind', 'subjectId'])
        .where('topic', '=', topic)
        .where('position', '>', since)
        .where((eb) => eb.or([eb('userId', 'is', null), eb('userId', '=', listener.actor.userId)]))
        .orderBy('position')
        .limit(MAX_MISSED + 1)
        .$narrowType<{ position: number }>()
        .execute(),
    )
  }

  async #positions(): Promise<{ last: number; forgotten: number }> {
    const { rows } = await this.#services.db.control((tx) =>
      sql<{ last: number; forgotten: number }>`select last, forgotten from control.live_positions()`.execute(tx),
    )
    return rows[0] ?? { last: 0, forgotten: 0 }
  }

  async #isStillOpen(listener: Listener): Promise<boolean> {
    if (performance.now() - listener.checkedAt < RIGHT_LASTS_MS) return true
    this.#hold(listener, await findSession(this.#services, listener.token), null)
    return this.#listeners.has(listener)
  }

  /** The rights of many: whoever has none any more is gone from the listeners afterwards. */
  async #check(listeners: readonly Listener[]): Promise<void> {
    const known = new Map<string, string | null>()
    // Two sockets of a session that know different things of it both hear what it is.
    for (const { token, sign } of listeners)
      known.set(token, known.has(token) && known.get(token) !== sign ? null : sign)
    // In one order everywhere: to be seen again is noted at the session, and two processes must not wait crosswise.
    const asked = [...known].map(([token, sign]) => ({ token, sign })).sort((a, b) => (a.token < b.token ? -1 : 1))
    const changed = await findChangedSessions(this.#services, asked).catch(() => null)
    for (const listener of listeners) {
      // What went wrong for all of them need not be wrong for each.
      if (changed === null) await this.#isStillOpen(listener)
      else {
        const now = changed.get(listener.token)
        if (now) this.#hold(listener, now.session, now.sign)
        else listener.checkedAt = performance.now()
      }
    }
  }

  #hold(listener: Listener, session: OpenSession | null, sign: string | null): void {
    if (session && isSameActor(session.actor, listener.actor)) {
      listener.actor = session.actor
      listener.checkedAt = performance.now()
      listener.sign = sign
      return
    }
    say(listener.socket, { say: 'signedOut' })
    listener.socket.close(4001)
    this.#listeners.delete(listener)
  }

  #beat(): void {
    const asked: Listener[] = []
    for (const listener of this.#listeners) {
      if (!listener.isAlive || listener.socket.bufferedAmount > MAX_BUFFERED) {
        listener.socket.terminate()
        continue
      }
      listener.isAlive = false
      listener.socket.ping()
      asked.push(listener)
    }
    void (async () => {
      for (let at = 0; at < asked.length; at += CHECKED_AT_ONCE)
        await this.#check(asked.slice(at, at + CHECKED_AT_ONCE))
    })().catch(() => {})
  }

  /** Nobody told this process what happened while it was not listening. */
  #catchAllUp(): void {
    for (const listener of this.#listeners) {
      this.#inTurn(listener, async () => {
        for (const [topic, told] of listener.topics) {
          if (!(await this.#isStillOpen(listener)) || !maySubscribe(listener.actor, topic)) return
          await this.#catchUp(listener, topic, told)
        }
      })
    }
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
      const events = safeJson(message.payload ?? '') as LiveEvent[] | null
      for (const event of events ?? []) this.deliver(event)
    })
    try {
      await client.connect()
      await client.query(`listen ${liveChannel}`)
      this.#catchAllUp()
    } catch (err) {
      this.#services.log.warn({ err }, 'live listener')
      again()
    }
  }
}

type Change = Pick<LiveEvent, 'position' | 'kind' | 'subjectId'>

function changed(topic: LiveTopic, of: Change): LiveMessage {
  return { say: 'changed', topic, kind: of.kind, id: of.subjectId, cursor: String(of.position) }
}

function changedFrame(topic: LiveTopic, of: Change): Buffer {
  return Buffer.from(JSON.stringify(changed(topic, of)))
}

/** Another team, or beginning or ending to act as somebody: what the page shows is another's. */
/** What is said of a person when their sessions or rights may be others than a moment ago: nothing known of them counts. */
const takingRights: ReadonlySet<string> = new Set(['signedOut', 'teamSwitched', 'membership'])

function isSameActor(one: Actor, other: Actor): boolean {
  return one.membershipId === other.membershipId && one.impersonator?.actingId === other.impersonator?.actingId
}

/** Null for what is no position: another version's cursor. */
function readPosition(cursor: string): number | null {
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : null
}

/** Own topics are everybody's; what is about courses and reports is for those who look after people. */
export function maySubscribe(actor: Actor, topic: LiveTopic): boolean {
  switch (topic) {
    case 'me':
    case 'jobs':
      return true
    case 'courses':
      return actor.roles.includes('admin') || actor.roles.includes('superadmin')
    case 'reports':
      return actor.roles.some((role) => role === 'admin' || role === 'superadmin' || role === 'manager')
  }
}

function say(socket: WebSocket, message: LiveMessage): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
