import { cutText } from '@learnt/contract/cut-text'
import type { JournalRecord } from '@learnt/contract/player'
import type { AttemptSummary, RuntimeCall, RuntimeCommit, RuntimeReply, ScoSummary } from '@learnt/contract/runtime'
import { type Elements, makeDelta } from '@learnt/contract/runtime-delta'
import { type Journal, nameCalls, sealRecord } from './journal.ts'

/** What the package has said about one item, complete. */
export interface Said {
  sco: string
  visit: number
  snapshot: Elements
  elapsed: number
  initialized: boolean
  end: boolean
  left?: RuntimeCommit['left']
}

export interface OutboxEvents {
  /** Everything that was said is on the server. */
  onSaved(at: string, end: boolean): void
  onUnsaved(offline: boolean): void
  onStored(reply: { sco: ScoSummary | null; attempt: AttemptSummary }): void
  /** No more is sent: a later launch has taken over, or the server refuses this one. */
  onStopped(code: 'stale' | 'not-allowed' | 'refused'): void
  /** The token has run out; call `renew` with another. */
  onTokenExpired(): void
}

export interface OutboxOptions extends OutboxEvents {
  attemptId: string
  epoch: number
  token: string
  journalKey: string
  journal: Journal
  /** Sends one commit; rejects when no answer came. */
  send(
    token: string,
    body: string,
    keepalive: boolean,
  ): Promise<{ status: number; reply: RuntimeReply | null; retryAfter: number }>
  now?(): number
}

interface Pending {
  said: Said
  seq: number
}

interface Acked {
  seq: number
  snapshot: Elements
}

const keepaliveBytes = 60_000
const callsPerCommit = 1000
const shortestCall = 60
const callsKept = 20_000
const callsWait = 10_000
const backoff = { first: 500, most: 10_000 }

/**
 * Sends what a package said, oldest first, again and again until the server has answered. Since each commit is the whole
 * of an item, only the newest of each item waits; calls of the time-line are added up until they are acknowledged.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #pending = new Map<string, Pending>()
  readonly #acked = new Map<string, Acked>()
  /** Sent and not answered: the server may have any of them. */
  #unanswered: Pending[] = []
  #lastSaid: Said | undefined
  #calls: RuntimeCall[] = []
  #token: string
  #epoch: number
  #seq = 0
  #callNumber = 0
  #sending = false
  #stopped = false
  /** Something was said that `add` has not brought yet. */
  #isMoreToCome = false
  #waitingForToken = false
  #failures = 0
  #leaving = false
  #keepaliveInFlight = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #waiters: Array<(saved: boolean) => void> = []
  #lastSaved = ''
  #lastEnd = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#token = options.token
    this.#epoch = options.epoch
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0
  }

  /** Notes a call for the time-line; it travels with the next commit. The same read again is counted, not repeated. */
  note(call: Omit<RuntimeCall, 'n' | 'at'>): void {
    if (this.#stopped) return
    const last = this.#calls.at(-1)
    const repeated =
      last !== undefined &&
      last.n > this.#sentCalls &&
      call.fn === 'GetValue' &&
      last.fn === call.fn &&
      last.sco === call.sco &&
      last.element === call.element &&
      last.result === call.result &&
      last.error === call.error
    if (repeated) {
      last.times = (last.times ?? 1) + 1
      return
    }
    this.#calls.push({ n: ++this.#callNumber, at: this.#now(), ...call })
    // A package that talks for hours without a connection loses the oldest of its chatter, never its state.
    if (this.#calls.length > callsKept) this.#calls.shift()
    this.#callsTimer ??= setTimeout(() => this.#sendCalls(), callsWait)
  }

  /** Calls that no commit has taken along, reads after the last change for example. */
  #sendCalls(): void {
    this.#callsTimer = undefined
    const said = this.#lastSaid
    // What is to come takes them along.
    if (this.#calls.length === 0 || said === undefined || !this.isEmpty || this.#isMoreToCome || this.#stopped) return
    this.add(said)
  }
  #callsTimer: ReturnType<typeof setTimeout> | undefined
  /** Calls up to this number are on their way and may no longer be changed. */
  #sentCalls = 0

  /** The package has said something that it asks to store a moment later: until `add` brings it, nothing is called saved. */
  expectMore(): void {
    if (this.#stopped || this.#isMoreToCome) return
    this.#isMoreToCome = true
    this.#options.onUnsaved(this.#failures > 0)
  }

  /** Takes what was said. It is in the local queue when this returns. */
  add(said: Said): void {
    if (this.#stopped) return
    this.#isMoreToCome = false
    const pending = { said, seq: ++this.#seq }
    this.#lastSaid = said
    this.#pending.set(said.sco, pending)
    this.#keep(pending)
    if (this.#leaving) this.#sendLeaving(pending)
    else {
      this.#options.onUnsaved(this.#failures > 0)
      void this.#pump()
    }
  }

  /**
   * The page goes away: from now on everything is sent at once, beside what is under way. `sayLast` says what has not
   * been said yet, so that it goes out once and not twice: all such requests share 64 KiB.
   */
  leave(sayLast: () => void): void {
    this.#leaving = true
    const waiting = [...this.#pending.values()]
    sayLast()
    for (const pending of waiting) {
      if (this.#pending.get(pending.said.sco) !== pending) continue
      this.#keep(pending)
      this.#sendLeaving(pending)
    }
    if (this.isEmpty) this.#sendCalls()
  }

  /** The page was only hidden for a while, or came back from the browser's memory. */
  comeBack(): void {
    this.#leaving = false
    this.retryNow()
  }

  retryNow(): void {
    clearTimeout(this.#retryTimer)
    void this.#pump()
  }

  renew(token: string, epoch: number): void {
    this.#token = token
    this.#waitingForToken = false
    if (epoch !== this.#epoch) {
      for (const pending of this.#pending.values()) this.#forget(pending)
      this.#forgetCalls(this.#callNumber)
      this.#epoch = epoch
      this.#acked.clear()
      this.#unanswered = []
      this.#keptCalls = 0
      for (const pending of this.#pending.values()) this.#keep(pending)
    }
    this.retryNow()
  }

  /** True once everything is on the server, false when that takes longer. */
  whenSaved(milliseconds: number): Promise<boolean> {
    if (this.isEmpty || this.#stopped) return Promise.resolve(this.isEmpty)
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(false), milliseconds)
      const done = (saved: boolean) => {
        clearTimeout(timer)
        this.#waiters = this.#waiters.filter((one) => one !== done)
        resolve(saved)
      }
      this.#waiters.push(done)
    })
  }

  // ---- sending

  async #pump(): Promise<void> {
    if (this.#sending || this.#stopped || this.#waitingForToken) return
    this.#sending = true
    try {
      while (!this.#stopped && !this.#waitingForToken) {
        const next = [...this.#pending.values()].toSorted((a, b) => a.seq - b.seq)[0]
        if (next === undefined) break
        if (!(await this.#sendOne(next))) break
      }
    } finally {
      this.#sending = false
    }
  }

  /** False: try again later. */
  async #sendOne(pending: Pending): Promise<boolean> {
    const calls = this.#calls.slice(0, callsPerCommit)
    const commit = this.#commitOf(pending, calls)
    this.#sentCalls = Math.max(this.#sentCalls, calls.at(-1)?.n ?? 0)
    this.#unanswered.push(pending)
    clearTimeout(this.#retryTimer)
    let answer: Awaited<ReturnType<OutboxOptions['send']>>
    try {
      answer = await this.#options.send(this.#token, JSON.stringify(commit), false)
    } catch (error) {
      this.#noteFailure(pending.said.sco, error instanceof Error ? error.message : String(error))
      this.#retryLater(0)
      return false
    }
    return this.#take(answer, pending, calls)
  }

  /** Beside the ordinary sending: the page is gone before an answer comes. */
  #sendLeaving(pending: Pending): void {
    if (this.#stopped) return
    const room = keepaliveBytes - this.#keepaliveInFlight
    const body = this.#smallBody(pending, room)
    if (body === null) return
    const bytes = new TextEncoder().encode(body.text).length
    this.#keepaliveInFlight += bytes
    this.#unanswered.push(pending)
    this.#options
      .send(this.#token, body.text, true)
      // A refusal is not taken at its word here: what was sent may be a part, and the whole waits in the local queue.
      .then((answer) => answer.reply !== null && this.#take(answer, pending, body.calls))
      .catch(() => undefined)
      .finally(() => {
        this.#keepaliveInFlight -= bytes
      })
  }

  /** The whole with its calls, the whole alone, what changed: the first that fits. Null: it waits in the local queue. */
  #smallBody(pending: Pending, room: number): { text: string; calls: RuntimeCall[] } | null {
    // None is shorter than this: what cannot fit is not even written out.
    const calls = this.#calls.slice(0, Math.min(callsPerCommit, Math.floor(Math.max(0, room) / shortestCall)))
    const whole = this.#commitOf(pending, calls)
    const acked = this.#acked.get(pending.said.sco)
    const between = this.#unanswered.filter((one) => one.said.sco === pending.said.sco).map((one) => one.said.snapshot)
    const { snapshot: _, ...rest } = whole
    const changed =
      acked === undefined
        ? null
        : { ...rest, delta: makeDelta(acked.seq, acked.snapshot, pending.said.snapshot, between) }
    const choices: Array<[object, RuntimeCall[]]> = [
      [whole, calls],
      ...(changed === null ? [] : [[changed, calls] as [object, RuntimeCall[]]]),
      [{ ...whole, calls: [] }, []],
      ...(changed === null ? [] : [[{ ...changed, calls: [] }, []] as [object, RuntimeCall[]]]),
    ]
    for (const [commit, sent] of choices) {
      const text = JSON.stringify(commit)
      if (new TextEncoder().encode(text).length < room) return { text, calls: sent }
    }
    return null
  }

  #take(answer: Awaited<ReturnType<OutboxOptions['send']>>, pending: Pending, calls: RuntimeCall[]): boolean {
    const { status, reply } = answer
    if (status === 401) {
      this.#waitingForToken = true
      this.#options.onTokenExpired()
      return false
    }
    if (status === 429 || status >= 500 || reply === null) {
      if (status < 500 && status >= 400 && status !== 429 && status !== 408) return this.#stop(pending, status)
      this.#noteFailure(pending.said.sco, `HTTP ${status}`)
      this.#retryLater(answer.retryAfter)
      return false
    }
    if (this.#failures > 0) {
      this.note({ sco: pending.said.sco, fn: 'networkBack', result: String(this.#failures), error: '0' })
      this.#failures = 0
    }
    const last = calls.at(-1)?.n ?? 0
    this.#calls = this.#calls.filter((call) => call.n > last)
    this.#forgetCalls(last)
    if (reply.outcome === 'stale') return this.#stop(pending, 409)
    const { sco } = pending.said
    // Answers to what was sent while leaving may overtake an earlier one.
    if (pending.seq > (this.#acked.get(sco)?.seq ?? 0))
      this.#acked.set(sco, { seq: pending.seq, snapshot: pending.said.snapshot })
    this.#unanswered = this.#unanswered.filter((one) => one.said.sco !== sco || one.seq > pending.seq)
    if (this.#pending.get(sco) === pending) this.#pending.delete(sco)
    this.#forget(pending)
    this.#lastSaved = reply.savedAt
    this.#lastEnd = pending.said.end
    this.#options.onStored(reply)
    if (this.isEmpty && this.#calls.length >= callsPerCommit) this.#sendCalls()
    if (this.isEmpty && !this.#isMoreToCome) this.#saved()
    return true
  }

  #saved(): void {
    this.#options.onSaved(this.#lastSaved, this.#lastEnd)
    for (const waiter of this.#waiters.slice()) waiter(true)
  }

  #stop(pending: Pending, status: number): false {
    // What the server has refused for good is not tried again at the next launch either.
    if (status === 409) for (const one of this.#pending.values()) this.#forget(one)
    else this.#forget(pending)
    if (this.#pending.size <= 1 || status === 409) this.#forgetCalls(this.#callNumber)
    this.#stopped = true
    this.#options.onStopped(status === 409 ? 'stale' : status === 403 || status === 404 ? 'not-allowed' : 'refused')
    for (const waiter of this.#waiters.slice()) waiter(false)
    return false
  }

  #noteFailure(sco: string, reason: string): void {
    this.#failures++
    if (this.#failures === 1)
      this.note({ sco, fn: 'networkFailed', value: cutText(reason, 200), result: '', error: '0' })
    this.#options.onUnsaved(true)
  }

  #retryLater(atLeast: number): void {
    const wait = Math.min(backoff.most, backoff.first * 2 ** Math.min(this.#failures, 10)) * (0.5 + Math.random() / 2)
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => void this.#pump(), Math.max(wait, atLeast))
  }

  // ---- what is sent

  #commitOf({ said, seq }: Pending, calls: RuntimeCall[]): RuntimeCommit {
    const { left, ...rest } = said
    return { epoch: this.#epoch, seq, ...rest, ...(left === undefined ? {} : { left }), calls }
  }

  /** Writes an item, and the calls since the last time beside it: what was written of them stays as it is. */
  #keep(pending: Pending): void {
    const { journal } = this.#options
    journal.put(this.#seal(pending.said.sco, pending.seq, this.#commitOf(pending, [])), this.#leaving)
    const calls = this.#calls.slice(this.#calls.findLastIndex((call) => call.n <= this.#keptCalls) + 1)
    const [first, last] = [calls[0], calls.at(-1)]
    if (first === undefined || last === undefined) return
    this.#keptCalls = last.n
    const sco = nameCalls(first.n)
    this.#callPieces.push({ sco, seq: last.n })
    journal.put(this.#seal(sco, last.n, { calls }), this.#leaving)
  }
  /** Calls up to this number are in the local queue, in these pieces. */
  #keptCalls = 0
  #callPieces: Array<{ sco: string; seq: number }> = []

  #seal(sco: string, seq: number, commit: JournalRecord['commit']): JournalRecord {
    const { attemptId, journalKey } = this.#options
    return sealRecord(journalKey, { attemptId, epoch: this.#epoch, seq, sco, commit })
  }

  #forget({ said: { sco }, seq }: Pending): void {
    const { attemptId, journal } = this.#options
    journal.remove({ attemptId, epoch: this.#epoch, sco, seq })
  }

  /** The pieces that have no later call than this one. */
  #forgetCalls(last: number): void {
    const { attemptId, journal } = this.#options
    while (this.#callPieces[0] !== undefined && this.#callPieces[0].seq <= last) {
      const piece = this.#callPieces.shift()
      if (piece) journal.remove({ attemptId, epoch: this.#epoch, ...piece })
    }
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now()
  }
}
