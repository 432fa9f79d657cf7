import { api } from '@learnt/contract'
import type { Endpoint } from '@learnt/contract/endpoint'
import type { Launch, LearnerCourse, Progress } from '@learnt/contract/learning'
import { launchableItems } from '@learnt/contract/package-tree'
import type { RuntimeCall, RuntimeCommit, RuntimeReply, RuntimeState } from '@learnt/contract/runtime'
import { type Elements, makeDelta } from '@learnt/contract/runtime-delta'
import type { ProgressState } from '@learnt/contract/states'
import type { Chance } from '../../apps/server/demo/chance.ts'
import { addressOf, type Caller } from '../given/calls.ts'
import { ask, pause, type Reply } from './patience.ts'
import type { TortureCourse } from './world.ts'

interface Sent {
  epoch: number
  seq: number
  cmi: Elements
}

/** The known state of one item of an attempt. */
interface KnownItem {
  acked: Sent | null
  /** Sent and not answered: the server may have it. */
  unanswered: Sent | null
  /** Progress of the item never goes down. */
  status: string
}

export interface KnownAttempt {
  attemptId: string
  epoch: number
  items: Map<string, KnownItem>
  /** `epoch.n` of every run-time call whose commit was acknowledged. */
  calls: Set<string>
}

interface KnownStep {
  state: ProgressState
  progress: number
  /** Seconds of acknowledged reports. */
  seconds: number
}

/** Everything that the server has acknowledged to one learner. */
export interface Log {
  attempts: Map<string, KnownAttempt>
  /** By assignment and activity. */
  steps: Map<string, KnownStep>
  /** Highest progress seen, by assignment. */
  courses: Map<string, number>
  /**
   * By assignment and activity: acknowledged launches, and how often they were requested. The answer contains a token,
   * so it is not stored for repeated requests: repeating a lost launch makes another one.
   */
  launches: Map<string, { answered: number; asked: number }>
  commits: number
  /** Requests without an answer. */
  failures: number
  /** Findings. */
  findings: string[]
}

const rank: Record<ProgressState, number> = { notstarted: 0, inprogress: 1, failed: 2, completed: 3, passed: 4 }

/**
 * A learner who plays courses by the protocol of the pages and the player, and records what the server has
 * acknowledged. Unanswered requests are sent again, as the player's queue does.
 */
export class PlayingLearner {
  readonly log: Log = {
    attempts: new Map(),
    steps: new Map(),
    courses: new Map(),
    launches: new Map(),
    commits: 0,
    failures: 0,
    findings: [],
  }
  /** When the last answered request that stores something was sent. */
  lastStored = 0
  /** The URL of the current process; another one takes over when it is gone. */
  url: string
  readonly #who: Caller
  readonly #courses: readonly TortureCourse[]
  readonly #chance: Chance
  #playing = false
  #loop: Promise<void> | undefined
  #course = 0
  #userCourseId = ''
  readonly #began = Date.now()
  /** By assignment: until when page time has been reported. */
  readonly #accountedUntil = new Map<string, number>()
  #session: Session | null = null
  #clicks = 0

  constructor(who: Caller, courses: readonly TortureCourse[], chance: Chance) {
    this.#who = who
    this.url = who.url
    this.#courses = courses
    this.#chance = chance
  }

  start(): void {
    if (this.#playing) return
    this.#playing = true
    this.#loop = (async () => {
      while (this.#playing) await this.#act()
    })()
  }

  /** Resolves when pending requests are answered. */
  async rest(): Promise<void> {
    this.#playing = false
    await this.#loop
  }

  /** Reads everything acknowledged so far and records what is missing or went back. */
  async prove(): Promise<void> {
    for (const course of this.#courses) {
      const state = await this.#call<LearnerCourse>(api.learning.course, { params: { userCourseId: course.courseId } })
      if (state.body) this.#seeCourse(state.body)
    }
    if (this.#session) await this.#compareState(this.#session)
  }

  // ---- acting

  async #act(): Promise<void> {
    if (this.#userCourseId === '') return this.#openCourse()
    if (this.#session === null) return this.#chance.is(0.5) ? this.#readPage() : this.#launch()
    if (this.#session.left.length === 0) return this.#finishPackage()
    if (this.#chance.is(0.06)) return this.#launch()
    if (this.#chance.is(0.1)) return this.#readPage()
    if (this.#chance.is(0.05)) return this.prove()
    await this.#commit()
    // A package with more than five calls a second is asked to wait.
    await pause(this.#chance.int(60, 300))
  }

  get #current(): TortureCourse {
    return this.#courses[this.#course % this.#courses.length] as TortureCourse
  }

  async #openCourse(): Promise<void> {
    const reply = await this.#call<LearnerCourse>(api.learning.course, {
      params: { userCourseId: this.#current.courseId },
    })
    if (!reply.body) return this.#found(`the course was refused: ${reply.status}`)
    this.#seeCourse(reply.body)
    this.#userCourseId = reply.body.userCourseId
  }

  async #readPage(): Promise<void> {
    const activityId = this.#chance.pick([this.#current.firstPage, this.#current.lastPage])
    const params = { userCourseId: this.#userCourseId, activityId }
    const key = `${this.#userCourseId}/${activityId}`
    // At most the time since the previous answer, because the server limits page time by its own clock.
    const since = this.#accountedUntil.get(this.#userCourseId) ?? this.#began
    const seconds = Math.floor((Date.now() - since) / 1000)
    const reply = await this.#call<Progress>(api.learning.progress, { params, body: { event: 'view', seconds } })
    this.#accountedUntil.set(this.#userCourseId, Date.now())
    this.lastStored = Math.max(this.lastStored, reply.sentAt)
    const known = this.log.steps.get(key) ?? { state: 'notstarted', progress: 0, seconds: 0 }
    // Carried out, and killed before the answer was stored: the server says so, and it counts.
    if (reply.problem?.code === 'conflict') known.seconds += seconds
    else if (reply.body) {
      known.seconds += seconds
      this.#seeStep(key, known, reply.body.state, reply.body.progress)
    } else this.#found(`a page was refused: ${reply.status} ${reply.problem?.code}`)
    this.log.steps.set(key, known)
  }

  async #launch(restart = false): Promise<void> {
    const activityId = this.#current.package
    const params = { userCourseId: this.#userCourseId, activityId }
    const reply = await this.#call<Launch>(api.learning.launch, { params, body: { restart } })
    this.lastStored = Math.max(this.lastStored, reply.sentAt)
    const key = `${this.#userCourseId}/${activityId}`
    const { answered, asked } = this.log.launches.get(key) ?? { answered: 0, asked: 0 }
    this.log.launches.set(key, { answered: answered + 1, asked: asked + reply.tries })
    if (!reply.body) return this.#found(`a launch was refused: ${reply.status} ${reply.problem?.code}`)
    const { attemptId, epoch, token } = reply.body
    const known = this.log.attempts.get(attemptId) ?? { attemptId, epoch: 0, items: new Map(), calls: new Set() }
    if (epoch <= known.epoch) this.#found(`launch ${epoch} of ${attemptId} after launch ${known.epoch}`)
    known.epoch = epoch
    this.log.attempts.set(attemptId, known)
    const state = await this.#readState(token)
    if (!state) return
    const items = launchableItems(state.package.organization.items).map((item) => item.id)
    const done = new Set(state.scos.filter((sco) => sco.status === 'passed').map((sco) => sco.id))
    this.#compareWith(known, state)
    const left = items.filter((id) => !done.has(id))
    if (left.length === 0) return this.#launch(true)
    this.#session = { known, token, epoch, seq: 0, visit: 1, n: 0, at: 0, left }
  }

  async #finishPackage(): Promise<void> {
    this.#session = null
    this.#userCourseId = ''
    this.#course++
  }

  async #commit(): Promise<void> {
    const session = this.#session as Session
    const sco = session.left[0] as string
    const item = session.known.items.get(sco) ?? { acked: null, unanswered: null, status: 'not attempted' }
    session.known.items.set(sco, item)
    const at = ++session.at
    const end = at >= 9
    const cmi: Elements = {
      'cmi.core.lesson_location': `${session.epoch}.${session.seq + 1}`,
      'cmi.core.lesson_status': end ? 'passed' : 'incomplete',
      'cmi.core.score.raw': String(Math.min(100, at * 10)),
      'cmi.core.exit': end ? '' : 'suspend',
      'cmi.core.session_time': `00:00:${String(at).padStart(2, '0')}`,
      'cmi.suspend_data': this.#words(),
    }
    const seq = ++session.seq
    const calls = this.#callsFor(session, sco, cmi)
    const sent: Sent = { epoch: session.epoch, seq, cmi }
    item.unanswered = sent
    const base = item.acked?.epoch === session.epoch ? item.acked : null
    const words = base && this.#chance.is(0.4) ? { delta: makeDelta(base.seq, base.cmi, cmi) } : { snapshot: cmi }
    const body: RuntimeCommit = {
      epoch: session.epoch,
      seq,
      sco,
      visit: session.visit,
      ...words,
      elapsed: at,
      initialized: true,
      end,
      calls,
    }
    await this.#send(session, item, sent, body)
    if (end) {
      session.left.shift()
      session.visit++
      session.at = 0
    }
  }

  /** Until it is answered; sometimes the page is reopened meanwhile, and sends what the old one left. */
  async #send(session: Session, item: KnownItem, sent: Sent, body: RuntimeCommit): Promise<void> {
    let isAsked = false
    // The reopened page sends what the old one left, with its own token; a new attempt gets no data of an old one.
    const token = () => (this.#session?.known === session.known ? this.#session : session).token
    const reply = await this.#runtime<RuntimeReply>(api.runtime.commit, token, body, async () => {
      if (isAsked) return
      isAsked = true
      // The first look at what survived, before repeated requests could hide a loss.
      await this.#compareState(session)
      if (this.#chance.is(0.3)) await this.#launch()
    })
    if (!reply.body) {
      const errors = JSON.stringify(reply.problem?.errors ?? [])
      return this.#found(`a commit was refused: ${reply.status} ${reply.problem?.code} ${errors}`)
    }
    const { outcome, ackedSeq } = reply.body
    if (outcome === 'stale') this.#found(`launch ${sent.epoch} was called stale, with none after it`)
    if (outcome === 'duplicate' && reply.tries === 1)
      this.#found(`commit ${sent.epoch}.${sent.seq} was called a duplicate at its first try`)
    if (ackedSeq !== sent.seq) this.#found(`commit ${sent.seq} was acknowledged as ${ackedSeq}`)
    this.lastStored = Math.max(this.lastStored, reply.sentAt)
    this.log.commits++
    item.acked = sent
    item.unanswered = null
    for (const call of body.calls) session.known.calls.add(`${sent.epoch}.${call.n}`)
    const said = reply.body.sco?.status ?? ''
    if (item.status === 'passed' && said !== 'passed') this.#found(`an item that was passed is ${said}`)
    item.status = said
  }

  #callsFor(session: Session, sco: string, cmi: Elements): RuntimeCall[] {
    const call = (fn: RuntimeCall['fn'], element: string, value: string): RuntimeCall => ({
      n: ++session.n,
      at: Date.now(),
      sco,
      fn,
      element,
      value,
      result: 'true',
      error: '0',
    })
    return [
      ...(session.at === 1 ? [call('Initialize', '', '')] : []),
      call('SetValue', 'cmi.core.lesson_location', cmi['cmi.core.lesson_location'] ?? ''),
      call('SetValue', 'cmi.core.score.raw', cmi['cmi.core.score.raw'] ?? ''),
      call('Commit', '', ''),
    ]
  }

  /** Mostly a little, sometimes as much as packages send. */
  #words(): string {
    const length = this.#chance.is(0.05) ? 60_000 : this.#chance.int(10, 800)
    // The beginning stays the same, so that a change is sent as a difference.
    return `${'state,'.repeat(100)}${++this.#clicks}:`.padEnd(
      length + 600,
      String.fromCharCode(97 + this.#chance.int(0, 25)),
    )
  }

  // ---- comparing

  async #readState(token: string): Promise<RuntimeState | null> {
    const reply = await this.#runtime<RuntimeState>(api.runtime.state, () => token)
    if (!reply.body) this.#found(`the state was refused: ${reply.status} ${reply.problem?.code}`)
    return reply.body
  }

  async #compareState(session: Session): Promise<void> {
    const state = await this.#readState(session.token)
    if (state) this.#compareWith(session.known, state)
  }

  #compareWith(known: KnownAttempt, state: RuntimeState): void {
    for (const [id, { acked, unanswered }] of known.items) {
      if (acked === null) continue
      const kept = state.scos.find((sco) => sco.id === id)?.cmi ?? null
      const may = [acked, ...(unanswered ? [unanswered] : [])].map((sent) => canonical(sent.cmi))
      if (kept === null || !may.includes(canonical(kept)))
        this.#found(
          `LOST ${known.attemptId} ${id}: acknowledged ${acked.cmi['cmi.core.lesson_location']}, kept ${kept?.['cmi.core.lesson_location'] ?? 'nothing'}`,
        )
    }
  }

  #seeCourse(course: LearnerCourse): void {
    const furthest = this.log.courses.get(course.userCourseId) ?? 0
    if (course.progress < furthest)
      this.#found(`course ${course.courseId} went back from ${furthest} to ${course.progress}`)
    this.log.courses.set(course.userCourseId, Math.max(furthest, course.progress))
    for (const step of course.sections.flatMap((section) => section.activities)) {
      const key = `${course.userCourseId}/${step.id}`
      const known = this.log.steps.get(key)
      if (known) this.#seeStep(key, known, step.state, step.progress)
      else this.log.steps.set(key, { state: step.state, progress: step.progress, seconds: 0 })
    }
  }

  #seeStep(key: string, known: KnownStep, state: ProgressState, progress: number): void {
    if (rank[state] < rank[known.state] || progress < known.progress)
      this.#found(`step ${key} went back from ${known.state} ${known.progress} to ${state} ${progress}`)
    known.state = state
    known.progress = progress
  }

  #found(words: string): void {
    this.log.findings.push(`${this.#who.account}: ${words}`)
  }

  // ---- sending

  #call<T>(endpoint: Endpoint, input: { params?: Record<string, unknown>; body?: unknown }): Promise<Reply<T>> {
    const { cookie } = this.#who
    // The same at each attempt to send.
    const key = crypto.randomUUID()
    const sends = input.body === undefined ? {} : { body: JSON.stringify(input.body) }
    const make = () => ({
      url: this.url + addressOf(endpoint, input),
      method: endpoint.method,
      headers: {
        cookie: `${cookie.name}=${cookie.value}`,
        ...(endpoint.method === 'GET' ? {} : { origin: this.url, 'idempotency-key': key }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...sends,
    })
    return ask<T>(make, () => void this.log.failures++)
  }

  #runtime<T>(
    endpoint: Endpoint,
    token: () => string,
    body?: RuntimeCommit,
    onFailure?: () => Promise<void>,
  ): Promise<Reply<T>> {
    const sends = body === undefined ? {} : { body: JSON.stringify(body) }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const make = () => ({
      url: this.url + endpoint.path,
      method: endpoint.method,
      headers: { authorization: `Bearer ${token()}`, ...type },
      ...sends,
    })
    return ask<T>(make, () => {
      this.log.failures++
      return onFailure?.()
    })
  }
}

/** One launch of a package. */
interface Session {
  known: KnownAttempt
  token: string
  epoch: number
  seq: number
  visit: number
  n: number
  /** Commits of the open item. */
  at: number
  /** Items that are not passed yet. */
  left: string[]
}

function canonical(cmi: Elements): string {
  return JSON.stringify(Object.entries(cmi).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
