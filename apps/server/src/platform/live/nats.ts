import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions, Msg, NatsConnection } from '@nats-io/transport-node'
import type { Services } from '../context.ts'
import type { LiveSettings } from '../env.ts'
import { newId } from '../ids.ts'
import { fanOutConnected, fanOutMessages, showFanOut } from '../metrics.ts'
import type { Channel, Ears, FanOut } from './fan-out.ts'

/** A connection that has not answered two pings counts as dead: a hung server gives no other sign. */
const PING_MS = 2000
const CONNECT_MS = 2000
const BEAT_MS = 2000
/** A sender that has been silent this long may have sent something that was lost. */
const QUIET_MS = 7000
const DRAIN_MS = 2000
/** How often listeners are told to look for themselves while there is no line. */
const AWAY_MS = 15_000
/** Below the server's own limit, which is a million. */
const MOST_BYTES = 200_000
const channels: readonly Channel[] = ['live', 'presence']

interface Needs extends Pick<Services, 'secrets'> {
  readonly log: { warn(of: { err?: unknown; server?: string; channel?: Channel }, words: string): void }
}

/** A message on the line. `n` counts the sender's messages in this channel, so that a receiver notices missing ones. */
interface Said {
  from: string
  n: number
  /** Absent: the sender only says that it lives. */
  what?: unknown
}

/**
 * Fan-out through a NATS server. Subjects name the installation, by a digest that says nothing, and the channel; every
 * message is signed with the installation's key, so that others on the server cannot speak for it.
 */
export class NatsFanOut implements FanOut {
  readonly server: string
  readonly mostBytes = MOST_BYTES
  readonly #services: Needs
  readonly #settings: LiveSettings
  readonly #id = newId()
  readonly #subject: string
  readonly #said = new Map<Channel, number>(channels.map((channel) => [channel, 0]))
  readonly #ears = new Map<Channel, Set<Ears>>(channels.map((channel) => [channel, new Set()]))
  readonly #order = new Map<Channel, Order>(channels.map((channel) => [channel, new Order()]))
  readonly #closing = new AbortController()
  #connection: NatsConnection | null = null
  #isConnected = false
  #failures = 0
  #timers: NodeJS.Timeout[] = []
  #line: Promise<void> = Promise.resolve()

  constructor(services: Needs, settings: LiveSettings) {
    this.#services = services
    this.#settings = settings
    this.server = settings.servers.join(', ')
    this.#subject = subjectOf(services)
    showFanOut()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** Goes on trying by itself: a server that is not there yet delays nothing. */
  start(): void {
    this.#line = this.#keepLine()
    this.#timers = [
      setInterval(() => this.#beat(), BEAT_MS),
      setInterval(() => {
        if (!this.#isConnected) this.#missedAll(false)
      }, AWAY_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  tell(channel: Channel, what: object): void {
    // The number is taken either way: the others then see that something is missing.
    const n = (this.#said.get(channel) ?? 0) + 1
    this.#said.set(channel, n)
    this.#send(channel, { from: this.#id, n, what })
  }

  hear(channel: Channel, ears: Ears): () => void {
    const all = this.#ears.get(channel) as Set<Ears>
    all.add(ears)
    if (this.#isConnected) ears.missed(true)
    return () => void all.delete(ears)
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#closing.abort()
    const connection = this.#connection
    const closed = (async () => {
      if (connection && this.#isConnected) await within(DRAIN_MS, connection.drain())
      await connection?.close()
      await this.#line
    })()
    // A server that has stopped answering keeps nobody from ending.
    await within(2 * DRAIN_MS, closed)
    this.#is(false)
  }

  async #keepLine(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      let opened: NatsConnection | null = null
      try {
        const nats = await import('@nats-io/transport-node')
        const connection = await nats.connect({
          ...(await optionsOf(this.#settings, nats.credsAuthenticator)),
          reconnectDelayHandler: () => this.#delay(),
        })
        opened = connection
        this.#connection = connection
        if (signal.aborted) {
          await connection.close()
          break
        }
        for (const channel of channels)
          connection.subscribe(`${this.#subject}.${channel}`, {
            callback: (error, message) => {
              if (error === null) this.#take(channel, message)
              else this.#services.log.warn({ err: error, channel }, 'NATS does not let us listen')
            },
          })
        // Whatever is said once this has come back is heard.
        await connection.flush()
        this.#is(true)
        await this.#watch(connection)
      } catch (err) {
        // It would go on by itself for ever, beside the next one.
        await opened?.close().catch(() => {})
        if (signal.aborted) break
        this.#services.log.warn({ err, server: this.server }, 'NATS does not take us')
      }
      this.#is(false)
      await sleep(this.#delay(), null, { signal, ref: false }).catch(() => {})
    }
  }

  /** Until the connection is closed for good. */
  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#is(false)
        if (!this.#closing.signal.aborted) this.#services.log.warn({ server: this.server }, 'NATS is away')
      } else if (status.type === 'reconnect') {
        // The subscriptions went ahead of the ping that this waits for.
        await connection.flush().then(
          () => this.#is(true),
          () => {},
        )
      } else if (status.type === 'error') this.#services.log.warn({ err: status.error }, 'NATS')
    }
  }

  #is(connected: boolean): void {
    if (this.#isConnected === connected) return
    this.#isConnected = connected
    fanOutConnected.set(connected ? 1 : 0)
    if (!connected) return
    this.#failures = 0
    for (const order of this.#order.values()) order.forget()
    this.#missedAll(true)
  }

  #delay(): number {
    return delayAfter(this.#failures++, Math.random())
  }

  #missedAll(cameBack: boolean): void {
    for (const ears of this.#ears.values()) for (const one of ears) one.missed(cameBack)
  }

  #send(channel: Channel, said: Said): void {
    if (!this.#isConnected || this.#connection === null) {
      if (said.what !== undefined) fanOutMessages.inc({ what: 'unsaid' })
      return
    }
    const body = JSON.stringify(said)
    const signature = this.#services.secrets.sign('live', channel, body)
    try {
      this.#connection.publish(`${this.#subject}.${channel}`, `${signature}.${body}`)
      if (said.what !== undefined) fanOutMessages.inc({ what: 'told' })
    } catch {
      fanOutMessages.inc({ what: 'unsaid' })
    }
  }

  #beat(): void {
    for (const channel of channels) {
      this.#send(channel, { from: this.#id, n: this.#said.get(channel) ?? 0 })
      if (this.#isConnected && this.#order.get(channel)?.isQuiet(performance.now())) this.#missed(channel)
    }
  }

  #missed(channel: Channel): void {
    fanOutMessages.inc({ what: 'missed' })
    for (const one of this.#ears.get(channel) ?? []) one.missed(false)
  }

  #take(channel: Channel, message: Msg): void {
    const said = this.#read(channel, message.string())
    if (said === null) return void fanOutMessages.inc({ what: 'refused' })
    const order = this.#order.get(channel) as Order
    const came = order.take(said, performance.now())
    if (said.what !== undefined && came !== 'again') {
      fanOutMessages.inc({ what: 'heard' })
      for (const one of this.#ears.get(channel) ?? []) one.heard(said.what)
    }
    if (came === 'gap') this.#missed(channel)
  }

  #read(channel: Channel, text: string): Said | null {
    const at = text.indexOf('.')
    const body = text.slice(at + 1)
    if (at < 0 || !this.#services.secrets.verify(text.slice(0, at), 'live', channel, body)) return null
    return JSON.parse(body) as Said
  }
}

/** Whatever comes of it, and for no longer. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const timer = sleep(ms, null, { signal: limit.signal }).catch(() => {})
  await Promise.race([work.catch(() => {}), timer])
  limit.abort()
}

/** Puts messages of each sender into order: none twice, and a notice when one is missing. */
export class Order {
  readonly #senders = new Map<string, { n: number; at: number }>()

  take({ from, n, what }: Said, now: number): 'next' | 'again' | 'gap' {
    const known = this.#senders.get(from)
    this.#senders.set(from, { n: Math.max(n, known?.n ?? 0), at: now })
    const before = known?.n ?? 0
    if (what === undefined) return n > before ? 'gap' : 'again'
    if (n <= before) return 'again'
    return n === before + 1 ? 'next' : 'gap'
  }

  /** Whether somebody has fallen silent; once for each. */
  isQuiet(now: number): boolean {
    const quiet = [...this.#senders].filter(([, { at }]) => now - at > QUIET_MS)
    for (const [from] of quiet) this.#senders.delete(from)
    return quiet.length > 0
  }

  forget(): void {
    this.#senders.clear()
  }
}

/** From a tenth of a second to five, never the same for all: a server that comes back is not run over. */
export function delayAfter(failures: number, chance: number): number {
  return Math.round(Math.min(5000, 100 * 2 ** Math.min(failures, 10)) * (0.5 + chance / 2))
}

/** `learnt.` and a digest: what an operator allows the account of Learnt at the NATS server. */
export function subjectOf(services: Pick<Services, 'secrets'>): string {
  return `learnt.${services.secrets
    .sign('live', 'subject')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 16)}`
}

async function optionsOf(
  settings: LiveSettings,
  credentials: (creds: Uint8Array) => NonNullable<ConnectionOptions['authenticator']>,
): Promise<ConnectionOptions> {
  const { servers, user, password, token, credentialsFile, isSecure, caFile, certificateFile, keyFile } = settings
  // Read here, and anew each time: a file that is missing is said so, and one that was replaced counts.
  const [creds, ca, cert, key] = await Promise.all(
    [credentialsFile, caFile, certificateFile, keyFile].map(async (file) => (file ? await readFile(file) : undefined)),
  )
  return {
    name: 'learnt',
    servers: [...servers],
    ...(user === undefined ? {} : { user, pass: password ?? '' }),
    ...(token === undefined ? {} : { token }),
    ...(creds ? { authenticator: credentials(creds) } : {}),
    ...(isSecure
      ? {
          tls: {
            ...(ca ? { ca: ca.toString() } : {}),
            ...(cert ? { cert: cert.toString() } : {}),
            ...(key ? { key: key.toString() } : {}),
          },
        }
      : {}),
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    // A password that was changed at the server first is right again once it is changed here.
    ignoreAuthErrorAbort: true,
  }
}
