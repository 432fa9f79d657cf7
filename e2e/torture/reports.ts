import { isDeepStrictEqual } from 'node:util'
import { api } from '@learnt/contract'
import type { Endpoint } from '@learnt/contract/endpoint'
import type { Progress } from '@learnt/contract/learning'
import { type Chance, chance } from '../../apps/server/demo/chance.ts'
import { type AcknowledgedStep, openReportProof } from '../../apps/server/test/prove-reports.ts'
import { addressOf, type Caller, signInByApi } from '../given/calls.ts'
import { givenCourse, onlyPosition, pageStep } from '../given/courses.ts'
import { type Learnt, startLearnt } from '../learnt.ts'
import { isReady, killAndReturn, type Victim } from './kill.ts'
import { ask, pause, type Reply } from './patience.ts'
import { makeWorld, type TortureWorld } from './world.ts'

export interface ReportOptions {
  seed: string
  /** Acknowledged changes: of learners' progress, and of people, rules and courses. */
  events: number
  kills?: number
  /** Ends after this time, even if fewer were requested. */
  withinMs?: number
  say(line: string): void
}

export interface ReportSummary {
  events: number
  changes: number
  completions: number
  seconds: number
  kills: { victim: Victim; backMs: number }[]
  /** Milliseconds from the answer to an event until a report shows it, outside the kills. */
  staleness: number[]
  sizes: { assignments: number; progress: number; statements: number }
  findings: string[]
}

interface Course {
  id: string
  steps: string[]
  /** For everybody, and for some people. */
  permissions: string[]
}

/** Time after a kill until the first new row is stored, plus this margin, counts as the kill. */
const aftermathMs = 3000
const positions = ['cook', 'driver', 'guard']

/**
 * Learners work through courses while people leave and return, rules are switched, due dates moved, courses withdrawn
 * and published again, and the server and PostgreSQL are killed. In the end the reports must equal a count, and during
 * the run acknowledged events must appear in a report soon.
 */
export async function tortureReports({
  seed,
  events,
  kills = Math.max(2, Math.round(events / 10_000)),
  withinMs = Number.POSITIVE_INFINITY,
  say,
}: ReportOptions): Promise<ReportSummary> {
  const random = chance(seed)
  const learnt = await startLearnt({ demo: false, settings: { LOG_LEVEL: 'error' } })
  try {
    const small = events <= 5000
    const world = await makeWorld(learnt, { learners: small ? 10 : 48, courses: 0 })
    const { courses, probes } = await makeCourses(world, small ? 6 : 25, small ? 20 : 60, small ? 1 : 4)
    const book = new Book()
    const [first, ...others] = world.learners
    if (!first) throw new Error('No learner')
    const learners: ReportedLearner[] = []
    for (const [index, { account, userId }] of others.entries())
      learners.push(
        new ReportedLearner(
          await signInByApi(learnt.url, account),
          userId,
          courses,
          chance(`${seed} learner ${index}`),
          book,
        ),
      )
    const prober = new Prober(learnt.url, world.admin, await signInByApi(learnt.url, first.account), probes, book)
    const changers = [0, 1].map(
      (number) => new Changer(world.admin, courses, learners, chance(`${seed} changer ${number}`), book),
    )
    say(`  ${learners.length} learners, ${courses.length} courses of ${courses[0]?.steps.length} steps`)
    const began = Date.now()
    const everybody = [...learners, ...changers, prober]
    const loops = everybody.map((one) => one.run())
    const ended: ReportSummary['kills'] = []
    const isOver = () => book.events >= events || Date.now() - began > withinMs
    const progressOfRun = () => Math.max(book.events / events, (Date.now() - began) / withinMs)

    for (let number = 0; number < kills; number++) {
      const at = (number + random.between(0.3, 0.9)) / kills
      while (progressOfRun() < at && !isOver()) await pause(20)
      const victim: Victim = number % 2 === 0 ? 'server' : random.pick(['postmaster', 'postgres'])
      const killedAt = Date.now()
      book.broken.push([killedAt, Number.POSITIVE_INFINITY])
      const words = learnt.output().length
      await killAndReturn(learnt, victim)
      while (victim !== 'server' && !learnt.output().slice(words).includes('works again')) await pause(20)
      while (!(await isReady(learnt.url))) await pause(20)
      while (book.lastStored <= killedAt) await pause(5)
      const backMs = Date.now() - killedAt
      book.broken[book.broken.length - 1] = [killedAt, Date.now() + aftermathMs]
      ended.push({ victim, backMs })
      say(`  ${book.events} events: ${victim} killed, back after ${(backMs / 1000).toFixed(2)} s`)
    }
    while (!isOver()) await pause(50)
    const seconds = (Date.now() - began) / 1000
    for (const one of everybody) one.stop()
    await Promise.all(loops)

    const findings = [...book.findings]
    const sizes = await prove(learnt, world.admin, book, findings)
    return {
      events: book.events,
      changes: book.changes,
      completions: book.done.size,
      seconds,
      kills: ended,
      staleness: book.staleness.toSorted((a, b) => a - b),
      sizes,
      findings,
    }
  } catch (error) {
    say(learnt.output().slice(-3000))
    throw error
  } finally {
    await learnt.stop()
  }
}

async function prove(learnt: Learnt, admin: Caller, book: Book, findings: string[]) {
  const proof = await openReportProof(learnt.settings)
  try {
    const left = await proof.drain(60_000)
    if (left) findings.push(`still waiting after a minute: ${JSON.stringify(left)}`)
    const differences = await proof.differences()
    if (Object.values(differences).some((count) => count !== 0))
      findings.push(`rollups differ from a count: ${JSON.stringify(differences)}`)
    const lost = await proof.countLost([...book.done.values()])
    if (lost > 0) findings.push(`LOST ${lost} of ${book.done.size} acknowledged completions`)
    const before = await readReports(admin)
    await proof.recount()
    if (!isDeepStrictEqual(before, await readReports(admin)))
      findings.push('the reports say something else once they are counted anew')
    return await proof.sizes()
  } finally {
    await proof.close()
  }
}

/** The totals of courses and people, as an administrator reads them. */
async function readReports(admin: Caller) {
  const [courses, learners] = await Promise.all([
    admin.call(api.reports.admin.courses, { query: { limit: 100 } as never }),
    admin.call(api.reports.admin.learners, { query: { limit: 100 } as never }),
  ])
  return { courses: courses.items, totals: courses.totals, learners: learners.items }
}

async function makeCourses({ admin, learners }: TortureWorld, count: number, steps: number, probing: number) {
  const courses: Course[] = []
  const many = (length: number) => Array.from({ length }, (_, index) => pageStep(`Page ${index + 1}`))
  for (let number = 0; number < count; number++) {
    const course = await givenCourse(admin, {
      title: `Course ${number}`,
      steps: many(steps),
      rule: { rule: {}, everyone: true },
    })
    const second = await admin.call(api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: course.id,
        title: 'For some',
        rule: onlyPosition(positions[number % positions.length] ?? ''),
        due: { kind: 'after', days: 3 },
      },
    })
    const { items } = await admin.call(api.permissions.list, {
      query: { documentType: 'course', documentId: course.id } as never,
    })
    const everyone = items.find((one) => one.id !== second.id)
    courses.push({ id: course.id, steps: course.steps, permissions: [everyone?.id ?? '', second.id] })
  }
  await admin.call(api.members.update, {
    params: { userId: learners[0]?.userId ?? '' },
    body: { position: ['prober'] },
  })
  const probes: { id: string; steps: string[] }[] = []
  for (let number = 0; number < probing; number++)
    probes.push(await givenCourse(admin, { title: `Probe ${number}`, steps: many(100), rule: onlyPosition('prober') }))
  return { courses, probes }
}

/** What was acknowledged, and findings. */
class Book {
  /** Acknowledged changes of learners' progress and of everything else. */
  events = 0
  /** Of those, changes by administrators. */
  changes = 0
  lastStored = 0
  readonly done = new Map<string, AcknowledgedStep>()
  readonly broken: [from: number, to: number][] = []
  readonly staleness: number[] = []
  readonly findings: string[] = []

  count(sentAt: number): void {
    this.events++
    this.lastStored = Math.max(this.lastStored, sentAt)
  }

  wasBroken(from: number, to: number): boolean {
    return this.broken.some(([begin, end]) => from <= end && to >= begin)
  }

  /** Each kind once is enough to read. */
  found(words: string): void {
    if (!this.findings.includes(words) && this.findings.length < 50) this.findings.push(words)
  }
}

abstract class Worker {
  protected isRunning = true
  protected readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  stop(): void {
    this.isRunning = false
  }

  async run(): Promise<void> {
    while (this.isRunning) await this.act()
  }

  protected abstract act(): Promise<void>

  protected send<T>(who: Caller, endpoint: Endpoint, input: Parameters<typeof addressOf>[1] = {}): Promise<Reply<T>> {
    const changes = endpoint.method !== 'GET'
    const request = {
      url: who.url + addressOf(endpoint, input),
      method: endpoint.method,
      headers: {
        cookie: `${who.cookie.name}=${who.cookie.value}`,
        ...(changes ? { origin: who.url, 'idempotency-key': crypto.randomUUID() } : {}),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    }
    return ask<T>(() => request)
  }
}

class ReportedLearner extends Worker {
  readonly userId: string
  readonly account: string
  /** Archived, or being archived: refusals are correct. */
  isAway = false
  #who: Caller
  #generation = 0
  readonly #courses: readonly Course[]
  readonly #chance: Chance
  #accountedUntil = Date.now()

  constructor(who: Caller, userId: string, courses: readonly Course[], chance: Chance, book: Book) {
    super(book)
    this.#who = who
    this.account = who.account
    this.userId = userId
    this.#courses = courses
    this.#chance = chance
  }

  comeBack(who: Caller): void {
    this.#who = who
    this.#generation++
    this.isAway = false
  }

  protected async act(): Promise<void> {
    if (this.isAway) return pause(50)
    const generation = this.#generation
    const course = this.#chance.pick(this.#courses)
    const activityId = this.#chance.pick(course.steps)
    const key = `${this.userId} ${course.id} ${activityId}`
    const seconds = Math.floor((Date.now() - this.#accountedUntil) / 1000)
    // Finished already: only time is left to report.
    if (seconds === 0 && this.book.done.has(key) && this.#chance.is(0.9)) return pause(1)
    const reply = await this.send<Progress>(this.#who, api.learning.progress, {
      params: { userCourseId: course.id, activityId },
      body: { event: 'view', seconds },
    })
    if (reply.body) {
      this.book.count(reply.sentAt)
      if (seconds > 0) this.#accountedUntil = Date.now()
      if (reply.body.state === 'completed')
        this.book.done.set(key, { userId: this.userId, courseId: course.id, activityId })
      return
    }
    // Carried out, and killed before the answer was stored.
    if (reply.problem?.code === 'conflict' && reply.tries > 1) return this.book.count(reply.sentAt)
    if (reply.status === 401 && (this.isAway || generation !== this.#generation)) return
    // Withdrawn, or taken away by a rule.
    if (reply.status === 404 || reply.problem?.code === 'wrong-state') return pause(5)
    this.book.found(`a page was refused: ${reply.status} ${reply.problem?.code} ${reply.problem?.detail ?? ''}`)
  }
}

/** An administrator who changes the people and documents that the figures count. */
class Changer extends Worker {
  readonly #who: Caller
  readonly #courses: readonly Course[]
  readonly #learners: readonly ReportedLearner[]
  readonly #chance: Chance

  constructor(
    who: Caller,
    courses: readonly Course[],
    learners: readonly ReportedLearner[],
    chance: Chance,
    book: Book,
  ) {
    super(book)
    this.#who = who
    this.#courses = courses
    this.#learners = learners
    this.#chance = chance
  }

  protected async act(): Promise<void> {
    const random = this.#chance
    const course = random.pick(this.#courses)
    const permission = { params: { permissionId: random.pick(course.permissions) } }
    switch (
      random.weighted([
        ['leave', 3],
        ['position', 4],
        ['rule', 4],
        ['due', 4],
        ['optional', 2],
        ['withdraw', 2],
        ['byHand', 3],
      ] as const)
    ) {
      case 'leave':
        await this.#sendAway(random.pick(this.#learners))
        break
      case 'position': {
        const position = random.is(0.3) ? [] : [random.pick(positions)]
        await this.#member(random.pick(this.#learners), { position })
        break
      }
      case 'rule':
        await this.#change(api.permissions.update, { ...permission, body: { status: 'inactive' } })
        await pause(random.int(0, 600))
        await this.#change(api.permissions.update, { ...permission, body: { status: 'active' } })
        break
      case 'due': {
        // Also days in the past.
        const day = new Date(Date.now() + random.int(-4, 4) * 86_400_000).toISOString().slice(0, 10)
        const due = random.pick([{ kind: 'on', day }, { kind: 'after', days: random.int(1, 5) }, { kind: 'none' }])
        await this.#change(api.permissions.update, { ...permission, body: { due } })
        break
      }
      case 'optional':
        await this.#change(api.permissions.update, { ...permission, body: { isOptional: random.is(0.4) } })
        break
      case 'withdraw':
        await this.#withdraw(course)
        break
      case 'byHand': {
        const { userId } = random.pick(this.#learners)
        const params = { documentType: 'course', documentId: course.id }
        const selection = { by: 'ids', ids: [`${userId}:learnt`] }
        await this.#change(api.permissions.assign, { params, body: { selection, isOptional: random.is(0.3) } })
        await pause(random.int(0, 600))
        if (random.is(0.7)) await this.#change(api.permissions.unassign, { params, body: { userIds: [userId] } })
      }
    }
    await pause(random.int(20, 300))
  }

  async #sendAway(learner: ReportedLearner): Promise<void> {
    if (learner.isAway) return
    learner.isAway = true
    await this.#member(learner, { status: this.#chance.pick(['inactive', 'sick leave', 'archived']) })
    await pause(this.#chance.int(100, 2000))
    await this.#member(learner, { status: 'active' })
    for (;;) {
      // The server may be away too.
      const who = await signInByApi(this.#who.url, learner.account).catch(() => null)
      if (who) return learner.comeBack(who)
      await pause(200)
    }
  }

  #member(learner: ReportedLearner, body: object): Promise<void> {
    return this.#change(api.members.update, { params: { userId: learner.userId }, body })
  }

  async #withdraw(course: Course): Promise<void> {
    const params = { courseId: course.id }
    await this.#change(api.courses.withdraw, { params })
    await pause(this.#chance.int(0, 800))
    const read = () =>
      this.send<{ revision: number; content: { sections: { activities: unknown[] }[] } }>(this.#who, api.courses.get, {
        params,
      })
    const before = (await read()).body
    if (!before) return this.book.found('a course could not be read')
    // Sometimes one more step, which lowers everybody's progress.
    const [section] = before.content.sections
    if (section && section.activities.length < 90 && this.#chance.is(0.3)) section.activities.push(pageStep('One more'))
    await this.#change(api.courses.saveDraft, { params, body: { revision: before.revision, content: before.content } })
    const after = (await read()).body
    if (after)
      await this.#change(api.courses.publish, { params, body: { revision: after.revision, underWay: 'carry' } })
  }

  /** Two administrators sometimes conflict; the refusal is no finding. */
  async #change(endpoint: Endpoint, input: Parameters<typeof addressOf>[1]): Promise<void> {
    const reply = await this.send(this.#who, endpoint, input)
    const isFine = reply.status < 300 || (reply.problem?.code === 'conflict' && reply.tries > 1)
    if (isFine) {
      this.book.count(reply.sentAt)
      this.book.changes++
    } else if (reply.status !== 409 || !['wrong-state', 'stale', 'conflict'].includes(reply.problem?.code ?? ''))
      this.book.found(
        `${endpoint.id} was refused: ${reply.status} ${reply.problem?.code} ${reply.problem?.detail ?? ''} ${JSON.stringify(reply.problem?.errors ?? [])}`,
      )
  }
}

/** Does one page of a course of their own at a time, and measures how long the report takes to show it. */
class Prober extends Worker {
  readonly #url: string
  readonly #admin: Caller
  readonly #who: Caller
  readonly #left: { courseId: string; activityId: string }[]

  constructor(url: string, admin: Caller, who: Caller, probes: readonly { id: string; steps: string[] }[], book: Book) {
    super(book)
    this.#url = url
    this.#admin = admin
    this.#who = who
    this.#left = probes.flatMap(({ id, steps }) => steps.map((activityId) => ({ courseId: id, activityId })))
  }

  protected async act(): Promise<void> {
    const next = this.#left.shift()
    if (!next) return pause(200)
    const before = await this.#shown(next.courseId)
    const sentAt = Date.now()
    const reply = await this.send<Progress>(this.#who, api.learning.progress, {
      params: { userCourseId: next.courseId, activityId: next.activityId },
      body: { event: 'view', seconds: 0 },
    })
    const answeredAt = Date.now()
    if (!reply.body && reply.problem?.code !== 'conflict')
      return this.book.found(`a page was refused at ${this.#url}: ${reply.status} ${reply.problem?.code}`)
    this.book.count(reply.sentAt)
    while (this.isRunning) {
      const after = await this.#shown(next.courseId)
      const now = Date.now()
      if (after > before) {
        if (!this.book.wasBroken(sentAt, now)) this.book.staleness.push(now - answeredAt)
        break
      }
      if (now - answeredAt > 60_000) return this.book.found('an event did not stand in a report after a minute')
      await pause(70)
    }
    await pause(100 + Math.random() * 700)
  }

  async #shown(courseId: string): Promise<number> {
    const reply = await this.send<{ items: { courseId: string; averageProgress: number | null }[] }>(
      this.#admin,
      api.reports.admin.courses,
      { query: { search: 'Probe' } },
    )
    const row = reply.body?.items.find((one) => one.courseId === courseId)
    return row?.averageProgress ?? 0
  }
}
