import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { fanOutMessages } from '../metrics.ts'
import { mintTenantId } from '../tenant-id.ts'
import type { FanOut, LiveEvent } from './fan-out.ts'

/** Changes as the relay tells them: all there are behind `after` up to and with `upTo`, without those that a later one repeats. */
export interface Telling {
  readonly after: number
  readonly upTo: number
  readonly events: readonly LiveEvent[]
}

/** How long a telling that came too early is kept before the database is asked. */
const EARLY_MS = 100
/** How often it is looked whether anything was told that was not heard. */
const LOOK_MS = 400
/** A tenant that missed more has its sockets look for themselves, which loads everything again. */
const MOST_MISSED = 2000

/** Tellings in their order, each once. Positions have no holes, so that what is missing shows. */
export class Sequence {
  #heard: number
  readonly #early = new Map<number, Telling>()

  constructor(heard: number) {
    this.#heard = heard
  }

  /** All up to here were handed out. */
  get heard(): number {
    return this.#heard
  }

  get hasGap(): boolean {
    return this.#early.size > 0
  }

  /** What may be handed out now, in order. */
  take(telling: Telling): LiveEvent[] {
    const other = this.#early.get(telling.after)
    if (other === undefined || other.upTo < telling.upTo) this.#early.set(telling.after, telling)
    return this.#goOn()
  }

  /** What waits for something before it. */
  get waiting(): Telling[] {
    return [...this.#early.values()]
  }

  drop(tellings: readonly Telling[]): void {
    for (const { after } of tellings) this.#early.delete(after)
  }

  /** All up to here were found elsewhere. */
  skipTo(position: number): LiveEvent[] {
    this.#heard = Math.max(this.#heard, position)
    return this.#goOn()
  }

  #goOn(): LiveEvent[] {
    const due: LiveEvent[] = []
    for (;;) {
      const next = [...this.#early.values()].find(({ after }) => after <= this.#heard)
      if (next === undefined) return due
      this.#early.delete(next.after)
      if (next.upTo <= this.#heard) continue
      due.push(...next.events.filter(({ position }) => position > this.#heard))
      this.#heard = next.upTo
    }
  }
}

/** The sockets of this process. */
interface Sockets {
  deliver(event: LiveEvent): void
  hasTenant(tenantId: string): boolean
  catchAllUp(): void
}

/**
 * Follows a line that may lose messages: hands them out in order, and reads missing ones from the database soon after.
 */
export class LiveFollower {
  readonly #services: Services
  readonly #fanOut: FanOut
  readonly #hub: Sockets
  #sequence = new Sequence(0)
  /** The position at the last look: its messages have had time to come. */
  #seen = 0
  #timer: NodeJS.Timeout | null = null
  #early: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null
  #forget = () => {}
  #isStopped = false

  constructor(services: Services, fanOut: FanOut, hub: Sockets) {
    this.#services = services
    this.#fanOut = fanOut
    this.#hub = hub
  }

  async start(): Promise<void> {
    const { last } = await this.#positions()
    this.#sequence = new Sequence(last)
    this.#seen = last
    this.#forget = this.#fanOut.hear('live', {
      heard: (what) => this.#take(what as Telling),
      missed: () => this.#look(true),
    })
    this.#timer = setInterval(() => this.#look(!this.#fanOut.isConnected), LOOK_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#forget()
    if (this.#timer) clearInterval(this.#timer)
    if (this.#early) clearTimeout(this.#early)
    await this.#looking
  }

  #take(telling: Telling): void {
    this.#deliver(this.#sequence.take(telling))
    if (!this.#sequence.hasGap || this.#early !== null) return
    this.#early = setTimeout(() => {
      this.#early = null
      if (this.#sequence.hasGap) this.#look(true)
    }, EARLY_MS)
  }

  #deliver(events: readonly LiveEvent[]): void {
    for (const event of events) this.#hub.deliver(event)
  }

  /** One look at a time; a failed one is made up for by the next. */
  #look(atOnce: boolean): void {
    if (this.#isStopped || this.#looking !== null) return
    this.#looking = this.#catchUp(atOnce)
      .catch((err: unknown) => this.#services.log.warn({ err }, 'live catch-up'))
      .finally(() => {
        this.#looking = null
      })
  }

  async #catchUp(atOnce: boolean): Promise<void> {
    const before = this.#sequence.heard
    const early = this.#sequence.waiting
    const { last, forgotten } = await this.#positions()
    // It is told after it is committed: what the database knows nothing of was told before it was restored.
    this.#sequence.drop(early.filter(({ upTo }) => upTo > last))
    const missing = this.#sequence.heard < (atOnce ? last : Math.min(last, this.#seen))
    this.#seen = last
    // A database that was restored stands behind what was heard.
    if (last < before) {
      this.#sequence = new Sequence(last)
      return this.#hub.catchAllUp()
    }
    if (!missing) return
    fanOutMessages.inc({ what: 'caughtUp' })
    const { heard } = this.#sequence
    const found = heard < forgotten ? null : await this.#missed(heard, last)
    if (found === null) this.#hub.catchAllUp()
    // NOTE: messages were handed out as they came; a listener drops a position it has seen.
    else this.#deliver(found)
    this.#deliver(this.#sequence.skipTo(last))
  }

  /** Null: more than can be told one by one. */
  async #missed(heard: number, last: number): Promise<LiveEvent[] | null> {
    const { rows } = await this.#services.db.control((tx) =>
      sql<{ tenantId: string }>`select tenant_id from control.live_tenants_after(${heard}) as tenant_id`.execute(tx),
    )
    const found: LiveEvent[] = []
    for (const { tenantId } of rows) {
      if (!this.#hub.hasTenant(tenantId)) continue
      const events = await this.#services.db.tenant(mintTenantId(tenantId)).read((tx) =>
        tx
          .selectFrom('liveEvents')
          .select(['position', 'tenantId', 'topic', 'userId', 'kind', 'subjectId'])
          .where('position', '>', heard)
          .where('position', '<=', last)
          .orderBy('position')
          .limit(MOST_MISSED + 1)
          .$narrowType<{ position: number; topic: LiveEvent['topic'] }>()
          .execute(),
      )
      if (events.length > MOST_MISSED) return null
      found.push(...events)
    }
    return found
  }

  async #positions(): Promise<{ last: number; forgotten: number }> {
    const { rows } = await this.#services.db.control((tx) =>
      sql<{ last: number; forgotten: number }>`select last, forgotten from control.live_positions()`.execute(tx),
    )
    return rows[0] ?? { last: 0, forgotten: 0 }
  }
}
