import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type LiveMessage, LiveRequest, type LiveTopic, liveTopicRoles, liveTopics } from '@learnt/contract/live'
import type { Role } from '@learnt/contract/roles'
import { sql } from 'kysely'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { RateLimit } from '../http/limits.ts'
import { liveSockets } from '../metrics.ts'
import { findChangedSessions, findSession, type OpenSession } from '../session/find-session.ts'
import { readCookie, sessionCookieName } from '../session/token.ts'
import { isForThisMachine, isKnownHost } from '../tenant/known-host.ts'
import type { LiveEvent } from './fan-out.ts'
import { LiveFollower } from './follow.ts'
import { Presence } from './presence.ts'
import { type NamedRights, RightsWatch } from './rights.ts'

export const liveChannel = 'learnt_live'

interface Listener {
  readonly socket: WebSocket
  /** What the socket writes to: whole frames that are the same for many go there as they are. */
  readonly wire: Duplex
  readonly token: string
  /** What the browser says that it is. */
  readonly agent: string
  actor: Actor
  /** What the rights were known by when many were asked for together; null: not asked in that way yet. */
  sign: string | null
  /** Somebody changed what the rights depend on since they were asked for. */
  isSuspect: boolean
  /** When the session, or acting as somebody, ends by itself. */
  until: number
  /** How far each topic was told to this socket, by the topic's place among all; undefined: not subscribed. */
  readonly told: (number | undefined)[]
  /** What it is told goes one after the other, so that positions only grow. Null: nothing is on its way. */
  turn: Promise<void> | null
  /** How much stands in its turn. */
  waiting: number
  isAlive: boolean
  /** The heartbeat at which it is asked. */
  readonly beat: number
}

/** How often it is looked whose session, or acting as somebody, has ended by itself. */
const EXPIRY_MS = 500
/** Each socket has its turn in five of these, so that they do not all have it at once. */
const HEARTBEAT_MS = 5000
const BEATS = 5
/** Of one session; a browser needs one for each tab. */
const MAX_SOCKETS = 50
/** A browser that does not read is closed rather than buffered for. */
const MAX_BUFFERED = 1024 * 1024
/** Sessions asked for by one statement: whoever comes first need not wait for thousands. */
const CHECKED_AT_ONCE = 500
/** Sockets written to before others of the process have their turn. */
const TOLD_AT_ONCE = 1000
/** Whoever missed more asks for everything again, which is less work for both. */
const MAX_MISSED = 500

/** Listeners by a word of theirs. */
class Index {
  readonly #sets = new Map<string, Set<Listener>>()
  static readonly #none: ReadonlySet<Listener> = new Set()

  of(key: string): ReadonlySet<Listener> {
    return this.#sets.get(key) ?? Index.#none
  }

  add(key: string, listener: Listener): void {
    const set = this.#sets.get(key)
    if (set) set.add(listener)
    else this.#sets.set(key, new Set([listener]))
  }

  delete(key: string, listener: Listener): void {
    const set = this.#sets.get(key)
    if (set?.delete(listener) && set.size === 0) this.#sets.delete(key)
  }
}

/** The sockets of this process: topics are authorised on subscribe and again on every push. */
export class LiveHub {
  readonly #services: Services
  readonly #listeners = new Set<Listener>()
  readonly #byTenant = new Index()
  /** Also by whoever acts as the person. */
  readonly #byUser = new Index()
  readonly #byToken = new Index()
  readonly #rights: RightsWatch
  /** What is still to be told, in the order in which it was heard. */
  readonly #queue: { event: LiveEvent; heardAt: number }[] = []
  #isTelling = false
  #beats = 0
  #accepted = 0
  readonly #requests = new RateLimit({ burst: 200, perMinute: 600 })
  readonly #wss = new WebSocketServer({ noServer: true, maxPayload: 4096, perMessageDeflate: false })
  readonly #databaseUrl: string
  readonly #presence: Presence
  #client: pg.Client | null = null
  #follower: LiveFollower | null = null
  #heartbeat: NodeJS.Timeout | null = null
  #expiry: NodeJS.Timeout | null = null
  #isExpiring = false
  #closed = false

  constructor(services: Services, databaseUrl: string) {
    this.#services = services
    this.#databaseUrl = databaseUrl
    this.#presence = new Presence(services, databaseUrl)
    this.#rights = new RightsWatch(services, (named) => this.#suspect(named))
  }

  /** Takes the upgrades of `/api/live` and listens to the relay. `countRequest` throws on one too many from an address. */
  async start(server: Server, countRequest: (request: IncomingMessage) => void = () => {}): Promise<void> {
    server.on('upgrade', (request, socket, head) => {
      // Node no longer hears of it: a browser that breaks off would end the process.
      socket.on('error', () => socket.destroy())
      void this.#upgrade(request, socket, head, countRequest).catch(() => socket.destroy())
    })
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#heartbeat.unref()
    this.#expiry = setInterval(() => void this.#expire().catch(() => {}), EXPIRY_MS)
    this.#expiry.unref()
    this.#rights.watch(() => this.#listeners.size > 0)
    await Promise.all([this.#listen(), this.#presence.start()])
  }

  async stop(): Promise<void> {
    this.#closed = true
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    if (this.#expiry) clearInterval(this.#expiry)
    this.#rights.stop()
    // "Service restart": the page comes back at once, to whichever process listens then.
    for (const { socket } of this.#listeners) socket.close(1012, 'restart')
    this.#wss.close()
    await this.#presence.stop()
    await this.#follower?.stop()
    await this.#client?.end().catch(() => {})
  }

  /** Pushes to everybody in this process who may have it, after what was delivered before. */
  deliver(event: LiveEvent): void {
    this.#queue.push({ event, heardAt: performance.now() })
    if (this.#isTelling) return
    this.#isTelling = true
    void this.#tellAll()
  }

  async #tellAll(): Promise<void> {
    for (let at = 0; at < this.#queue.length && !this.#closed; at++) {
      // NOTE: what has been told is let go of now and then, not each time: the queue may be long.
      if (at === TOLD_AT_ONCE) {
        this.#queue.splice(0, at)
        at = 0
      }
      const { event, heardAt } = this.#queue[at] as { event: LiveEvent; heardAt: number }
      await this.#tell(event, heardAt).catch((err: unknown) => this.#services.log.warn({ err }, 'live push'))
    }
    this.#queue.length = 0
    // NOTE: in the same breath: what is delivered a moment later would wait for the next.
    this.#isTelling = false
  }

  async #tell(event: LiveEvent, heardAt: number): Promise<void> {
    const listeners = event.userId === null ? this.#byTenant.of(event.tenantId) : this.#byUser.of(event.userId)
    if (listeners.size === 0) return
    // What was changed in the same transaction is seen by a look that was sent later.
    const since = event.topic === 'me' && takingRights.has(event.kind) ? heardAt : undefined
    if (!this.#rights.isFresh(since)) await this.#rights.refresh(since)
    const frame = changedFrame(event.topic, event)
    const place = liveTopics.indexOf(event.topic)
    const now = this.#services.clock.now().getTime()
    let toTell = TOLD_AT_ONCE
    for (const listener of listeners) {
      if (listener.told[place] === undefined || listener.actor.tenantId !== event.tenantId) continue
      // Not for the person acted for to hear.
      if (event.userId !== null && event.userId !== listener.actor.userId) continue
      if (listener.waiting === 0 && isKnown(listener, now)) this.#push(listener, event, place, frame)
      else
        this.#inTurn(listener, async () => {
          if (await this.#isStillOpen(listener)) this.#push(listener, event, place, frame)
        })
      if (--toTell > 0) continue
      await new Promise((resolve) => setImmediate(resolve))
      toTell = TOLD_AT_ONCE
    }
  }

  #push(listener: Listener, event: LiveEvent, place: number, frame: Buffer): void {
    const told = listener.told[place]
    // Told already when the topic was caught up with.
    if (told === undefined || event.position <= told || !maySubscribe(listener.actor, event.topic)) return
    listener.told[place] = event.position
    if (listener.socket.readyState === listener.socket.OPEN) listener.wire.write(frame)
  }

  /** Asks again for those who were named, at once: a socket whose right is gone is closed whether or not it is told anything. */
  #suspect(named: NamedRights): void {
    const suspects = new Set<Listener>(named.all ? this.#listeners : [])
    for (const id of named.userIds) for (const one of this.#byUser.of(id)) suspects.add(one)
    for (const id of named.tenantIds) for (const one of this.#byTenant.of(id)) suspects.add(one)
    if (named.teamIds.length > 0) {
      const teams = new Set(named.teamIds)
      for (const one of this.#listeners) {
        const { teamId, impersonator } = one.actor
        if (teams.has(teamId) || (impersonator && teams.has(impersonator.teamId))) suspects.add(one)
      }
    }
    // Whose answer came after the next look is asked again as well.
    for (const one of this.#listeners) if (one.isSuspect) suspects.add(one)
    const asked = [...suspects]
    for (const one of asked) one.isSuspect = true
    for (let at = 0; at < asked.length; at += CHECKED_AT_ONCE) {
      const some = asked.slice(at, at + CHECKED_AT_ONCE)
      const checked = this.#check(some)
      // Each turn hears of it when it comes to that; until then a failure is nobody's, and would end the process.
      checked.catch(() => {})
      for (const one of some) this.#inTurn(one, () => checked)
    }
  }

  #inTurn(listener: Listener, act: () => Promise<void>): void {
    listener.waiting++
    listener.turn = (listener.turn === null ? act() : listener.turn.then(act))
      .catch((err: unknown) => {
        this.#services.log.warn({ err }, 'live push')
        // It comes back and asks for what it missed.
        listener.socket.close(1011)
      })
      .finally(() => {
        if (--listener.waiting === 0) listener.turn = null
      })
  }

  async #upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    countRequest: (request: IncomingMessage) => void,
  ): Promise<void> {
    const refuse = (status: string) => {
      // Half of it would stay open for as long as the other side likes.
      socket.once('finish', () => socket.destroy())
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    }
    if (request.url?.split('?')[0] !== '/api/live') return void refuse('404 Not Found')
    const { origin } = request.headers
    // A socket carries cookies wherever it is opened from, so it is only taken from this very host's pages.
    if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== request.headers.host)
      return void refuse('403 Forbidden')
    if (new URL(origin).protocol !== new URL(this.#services.settings.publicUrl).protocol)
      return void refuse('403 Forbidden')
    const tooMany = '429 Too Many Requests'
    try {
      countRequest(request)
    } catch {
      return void refuse(tooMany)
    }
    const { settings } = this.#services
    if (isForThisMachine(settings) && !(await isKnownHost(this.#services, new URL(origin).hostname)))
      return void refuse('421 Misdirected Request')
    const token = readCookie(request.headers.cookie, sessionCookieName(settings))
    // While the database is away nobody waits here: browsers come again, and again.
    if (!this.#rights.isFresh()) await this.#rights.lookOnce()
    const { epoch } = this.#rights
    const session = await findSession(this.#services, token)
    if (!session || token === null) return void refuse('401 Unauthorized')
    if (this.#byToken.of(token).size >= MAX_SOCKETS) return void refuse(tooMany)
    // Who opens and closes them without an end asks for what each of them tells and is told.
    if (this.#requests.takeUpTo(1, session.actor.userId) === 0) return void refuse(tooMany)
    this.#wss.handleUpgrade(request, socket, head, (ws) => {
      const isSuspect = this.#rights.epoch !== epoch
      const agent = request.headers['user-agent'] ?? ''
      this.#accept(ws, { wire: socket, token, session, isSuspect, agent })
    })
  }

  #accept(
    socket: WebSocket,
    of: { wire: Duplex; token: string; session: OpenSession; isSuspect: boolean; agent: string },
  ): void {
    const { actor } = of.session
    const listener: Listener = {
      socket,
      wire: of.wire,
      token: of.token,
      agent: of.agent,
      actor,
      isSuspect: of.isSuspect,
      until: endOf(of.session),
      sign: null,
      told: [],
      turn: null,
      waiting: 0,
      isAlive: true,
      beat: this.#accepted++ % BEATS,
    }
    this.#add(listener)
    liveSockets.inc()
    // Named while it was asked for: nobody names it again.
    if (listener.isSuspect) this.#inTurn(listener, async () => void (await this.#isStillOpen(listener)))
    socket.on('close', () => {
      liveSockets.dec()
      this.#presence.leave(listener)
      this.#forget(listener)
    })
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => {
      listener.isAlive = true
    })
    // One after the other, and no more than a browser has to say: a flood would take the database from everybody.
    socket.on('message', (data) => {
      if (socket.readyState !== socket.OPEN) return
      if (this.#requests.takeUpTo(1, actor.userId) === 0) return socket.close(1008)
      this.#inTurn(listener, () => this.#hear(listener, String(data)))
    })
  }

  #add(listener: Listener): void {
    this.#listeners.add(listener)
    for (const [index, key] of this.#keysOf(listener)) index.add(key, listener)
  }

  #forget(listener: Listener): void {
    this.#listeners.delete(listener)
    for (const [index, key] of this.#keysOf(listener)) index.delete(key, listener)
  }

  /** The same as long as the socket lives: whoever becomes another is closed. */
  #keysOf({ actor, token }: Listener): [Index, string][] {
    const keys: [Index, string][] = [
      [this.#byTenant, actor.tenantId],
      [this.#byUser, actor.userId],
      [this.#byToken, token],
    ]
    return actor.impersonator ? [...keys, [this.#byUser, actor.impersonator.userId]] : keys
  }

  async #hear(listener: Listener, text: string): Promise<void> {
    const parsed = LiveRequest.safeParse(safeJson(text))
    if (!parsed.success) return say(listener.socket, { say: 'refused', topic: '', reason: 'invalid-input' })
    const request = parsed.data
    if (request.say === 'unsubscribe') {
      listener.told[liveTopics.indexOf(request.topic)] = undefined
      return
    }
    if (!(await this.#isStillOpen(listener))) return
    if (request.say === 'here') return this.#presence.here(listener, request.area)
    if (request.say === 'watch') return this.#presence.watch(listener, request.userIds)
    if (!maySubscribe(listener.actor, request.topic)) {
      return say(listener.socket, { say: 'refused', topic: request.topic, reason: 'not-allowed' })
    }
    // Before anything is read: what is told from now on waits behind this.
    const place = liveTopics.indexOf(request.topic)
    listener.told[place] = Number.POSITIVE_INFINITY
    if (request.since === undefined) {
      const { last } = await this.#positions()
      listener.told[place] = last
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
      listener.told[liveTopics.indexOf(topic)] = last
      return say(listener.socket, { say: 'reset', topic, cursor: String(last) })
    }
    for (const event of missed) say(listener.socket, changed(topic, event))
    listener.told[liveTopics.indexOf(topic)] = missed.at(-1)?.position ?? since
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
    if (!this.#rights.isFresh()) await this.#rights.refresh()
    if (isKnown(listener, this.#services.clock.now().getTime())) return this.#listeners.has(listener)
    const { epoch } = this.#rights
    this.#hold(listener, await findSession(this.#services, listener.token), null, epoch)
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
    const { epoch } = this.#rights
    const changed = await findChangedSessions(this.#services, asked).catch(() => null)
    for (const listener of listeners) {
      // What went wrong for all of them need not be wrong for each.
      if (changed === null) await this.#isStillOpen(listener)
      else {
        const now = changed.get(listener.token)
        if (now) this.#hold(listener, now.session, now.sign, epoch)
        else if (epoch === this.#rights.epoch) listener.isSuspect = false
      }
    }
  }

  /** `epoch`: of the rights, when they were asked for; who was named since then stays suspect. */
  #hold(listener: Listener, session: OpenSession | null, sign: string | null, epoch: number): void {
    if (!this.#listeners.has(listener)) return
    if (session && isSameActor(session.actor, listener.actor)) {
      const hadOthers = String(listener.actor.roles) !== String(session.actor.roles)
      listener.actor = session.actor
      if (hadOthers) this.#inTurn(listener, () => this.#presence.watchAgain(listener))
      listener.until = endOf(session)
      listener.sign = sign
      if (epoch === this.#rights.epoch) listener.isSuspect = false
      return
    }
    say(listener.socket, { say: 'signedOut' })
    listener.socket.close(4001)
    this.#forget(listener)
  }

  #beat(): void {
    const asked: Listener[] = []
    const now = this.#beats++ % BEATS
    for (const listener of this.#listeners) {
      if (listener.beat !== now) continue
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

  /** Nobody notes what ends by itself. */
  async #expire(): Promise<void> {
    if (this.#isExpiring) return
    const now = this.#services.clock.now().getTime()
    const over = [...this.#listeners].filter((one) => one.until <= now)
    // Answered in any case: a session that was made longer meanwhile has another end, and the same sign.
    for (const one of over) one.sign = null
    this.#isExpiring = true
    try {
      for (let at = 0; at < over.length; at += CHECKED_AT_ONCE) await this.#check(over.slice(at, at + CHECKED_AT_ONCE))
    } finally {
      this.#isExpiring = false
    }
  }

  /** Nobody told this process what happened while it was not listening. */
  #catchAllUp(): void {
    for (const listener of this.#listeners) {
      this.#inTurn(listener, async () => {
        for (const [place, topic] of liveTopics.entries()) {
          const told = listener.told[place]
          if (told === undefined) continue
          if (!(await this.#isStillOpen(listener)) || !maySubscribe(listener.actor, topic)) return
          await this.#catchUp(listener, topic, told)
        }
      })
    }
  }

  async #listen(): Promise<void> {
    if (this.#closed) return
    const { fanOut } = this.#services
    if (fanOut) {
      this.#follower = new LiveFollower(this.#services, fanOut, {
        deliver: (event) => this.deliver(event),
        hasTenant: (tenantId) => this.#byTenant.of(tenantId).size > 0,
        catchAllUp: () => this.#catchAllUp(),
      })
      return this.#follower.start()
    }
    const client = new pg.Client({ connectionString: this.#databaseUrl })
    const again = () => {
      if (this.#client !== client) return
      this.#client = null
      if (!this.#closed) setTimeout(() => void this.#listen(), 500).unref()
    }
    this.#client = client
    client.on('error', again)
    client.on('end', again)
    // NOTE: the first may come in one breath with the answer to `listen`: told before the sockets catch up, it would move
    // their places beyond what they missed.
    let early: LiveEvent[] | null = []
    client.on('notification', (message) => {
      const events = (safeJson(message.payload ?? '') ?? []) as LiveEvent[]
      if (early !== null) early.push(...events)
      else for (const event of events) this.deliver(event)
    })
    try {
      await client.connect()
      await client.query(`listen ${liveChannel}`)
      this.#catchAllUp()
      for (const event of early) this.deliver(event)
      early = null
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

/** The message as a whole text frame of a server (RFC 6455, 5.2), made once for all who are told. */
function changedFrame(topic: LiveTopic, of: Change): Buffer {
  const text = Buffer.from(JSON.stringify(changed(topic, of)))
  const [finalText, shortest, twoBytes] = [0x81, 126, 126]
  if (text.length < shortest) return Buffer.concat([Buffer.of(finalText, text.length), text])
  return Buffer.concat([Buffer.of(finalText, twoBytes, text.length >> 8, text.length & 0xff), text])
}

/** Nobody has changed what the rights depend on since they were asked for, and they have not ended by themselves. */
function isKnown(listener: Listener, now: number): boolean {
  return !listener.isSuspect && listener.until > now
}

function endOf({ expiresAt, actingUntil, idleAt }: OpenSession): number {
  const never = Number.POSITIVE_INFINITY
  // One millisecond more: it ends after that moment, not at it.
  return Math.min(expiresAt.getTime(), actingUntil?.getTime() ?? never, idleAt === null ? never : idleAt.getTime() + 1)
}

/** What is said of a person when their sessions or rights may be others than a moment ago: nothing known of them counts. */
const takingRights: ReadonlySet<string> = new Set(['signedOut', 'teamSwitched', 'membership'])

/** Another team, or beginning or ending to act as somebody: what the page shows is another's. */
function isSameActor(one: Actor, other: Actor): boolean {
  return one.membershipId === other.membershipId && one.impersonator?.actingId === other.impersonator?.actingId
}

/** Null for what is no position: another version's cursor. */
function readPosition(cursor: string): number | null {
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : null
}

export function maySubscribe(actor: Actor, topic: LiveTopic): boolean {
  const needed: readonly Role[] | null = liveTopicRoles[topic]
  return needed === null || needed.some((role) => actor.roles.includes(role))
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
