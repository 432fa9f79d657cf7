import { type Chance, chance } from './chance.ts'
import { type MediaFile, mediaFiles } from './media.ts'
import { demoSeed } from './people.ts'
import { demoPermissions, matches } from './permissions.ts'
import type {
  DemoActivity,
  DemoActivityProgress,
  DemoAssignment,
  DemoAttempt,
  DemoCourse,
  DemoPermission,
  DemoPerson,
} from './shapes.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Winter time is exact enough for the hours at which people learn. */
const offsets: Record<string, number> = {
  'Europe/Lisbon': 0,
  'Europe/Dublin': 0,
  'Europe/London': 0,
  'Europe/Berlin': 1,
  'Europe/Warsaw': 1,
  'Europe/Oslo': 1,
  'Africa/Nairobi': 3,
  'Asia/Amman': 3,
  'Asia/Dubai': 4,
}

/** How a person works on required learning. */
type Habit = 'keen' | 'steady' | 'late' | 'overdue' | 'drops'

/** What the demo accounts show; all their other courses are completed. */
type Scene = 'completed' | 'under way' | 'untouched'

const scenes: Record<string, Record<string, Scene>> = {
  'learner@learnt.example': {
    'customer-conversations': 'under way',
    'safe-remote-working': 'untouched',
    'equality-and-inclusion': 'untouched',
    'first-aid-basics': 'untouched',
  },
  'learner@munro.example': {
    'giving-feedback': 'under way',
    'information-security': 'untouched',
    'equality-and-inclusion': 'untouched',
    'fire-safety-ar': 'untouched',
  },
  'learner@stellar.example': {
    'customer-conversations': 'under way',
    'safe-remote-working': 'untouched',
    'equality-and-inclusion': 'untouched',
    'giving-feedback': 'untouched',
  },
  'manager@learnt.example': {
    'customer-conversations': 'untouched',
    'safe-remote-working': 'under way',
    'first-aid-basics': 'untouched',
  },
  'manager@munro.example': {
    'giving-feedback': 'untouched',
    'information-security': 'under way',
    'fire-safety-ar': 'untouched',
  },
  'manager@stellar.example': {
    'customer-conversations': 'untouched',
    'safe-remote-working': 'under way',
    'giving-feedback': 'untouched',
  },
}

/**
 * A history of 18 months: for each person every course that a rule gave them, with what they did in it. Lazy, person by
 * person in the given order; the same people, courses, seed and end date give the same history.
 */
export function* generateHistory(
  people: Iterable<DemoPerson>,
  courses: readonly DemoCourse[],
  endDate: Date,
  options: { permissions?: readonly DemoPermission[]; seed?: string } = {},
): Generator<DemoAssignment> {
  const { permissions = demoPermissions, seed = demoSeed } = options
  const bySlug = new Map(courses.map((course) => [course.slug, course]))
  for (const person of people) {
    const habit = habitOf(person, seed)
    for (const permission of permissions) {
      const course = bySlug.get(permission.courseSlug)
      const membership = person.memberships.find((one) => matches(permission.rule, one.attributes))
      if (!course || !membership || permission.tenantId !== person.tenantId) continue
      const luck = chance(`${seed}:${person.key}:${permission.key}`)
      const assignment = assign(person, membership.teamId, permission, endDate)
      if (!assignment) continue
      learn(assignment, person, course, habit, endDate, luck)
      // Optional learning becomes an assignment when the person begins it.
      if (permission.required || assignment.startedAt) yield assignment
    }
  }
}

function habitOf(person: DemoPerson, seed: string): Habit {
  if (person.account) return 'steady'
  return chance(`${seed}:${person.key}:habit`).weighted([
    ['keen', 22],
    ['steady', 42],
    ['late', 20],
    ['overdue', 10],
    ['drops', 6],
  ])
}

function assign(person: DemoPerson, teamId: string, permission: DemoPermission, endDate: Date): DemoAssignment | null {
  const published = startOfDay(endDate) - permission.publishedDaysAgo * day + 9 * hour
  const hired = Date.parse(person.hireDate) + 7 * hour
  const assignedAt = Math.max(published, hired)
  if (assignedAt >= lastDayOf(person, endDate)) return null
  return {
    personKey: person.key,
    tenantId: person.tenantId,
    teamId,
    courseSlug: permission.courseSlug,
    permissionKey: permission.key,
    required: permission.required,
    assignedAt: new Date(assignedAt),
    ...(permission.dueDays === undefined
      ? {}
      : { dueAt: new Date(startOfDay(new Date(assignedAt)) + (permission.dueDays + 1) * day - 1000) }),
    state: 'not started',
    progressPercent: 0,
    timeSpentSeconds: 0,
    activities: [],
  }
}

function learn(
  assignment: DemoAssignment,
  person: DemoPerson,
  course: DemoCourse,
  habit: Habit,
  endDate: Date,
  luck: Chance,
): void {
  const scene = person.account ? (scenes[person.key]?.[course.slug] ?? 'completed') : undefined
  if (scene === 'untouched') return
  const first =
    scene === 'under way' ? workdayBefore(endDate, 4) : firstSitting(assignment, person, course, habit, luck)
  if (first === null) return
  const all = course.sections.flatMap((section) => section.activities)
  const skill = Math.max(-2, Math.min(2, luck.bell() * 0.8 + (habit === 'keen' ? 0.5 : habit === 'drops' ? -0.4 : 0.1)))
  const stopAfter =
    scene === 'under way'
      ? Math.ceil(all.length / 2)
      : scene
        ? all.length
        : stopsAfter(all.length, habit, assignment.required, luck)
  const until = Math.min(lastDayOf(person, endDate), endDate.getTime())
  const diary = new Diary(person, luck, first, until)

  for (const [index, activity] of all.entries()) {
    if (index >= stopAfter) break
    if (scene === 'under way' && index === stopAfter - 1) diary.goTo(workdayBefore(endDate, 1))
    const half = index === stopAfter - 1 && stopAfter < all.length
    const progress = take(activity, diary, skill, half, scene === 'completed', luck)
    if (!progress) break
    assignment.activities.push(progress)
    if (!progress.completedAt) break
  }
  settle(assignment, all)
}

/** When the person begins, or null if they have not. */
function firstSitting(
  assignment: DemoAssignment,
  person: DemoPerson,
  course: DemoCourse,
  habit: Habit,
  luck: Chance,
): number | null {
  const assigned = assignment.assignedAt.getTime()
  if (!assignment.required && course.language !== 'en' && course.language !== person.language) return null
  if (!assignment.required) return luck.is(habit === 'keen' ? 0.6 : 0.3) ? assigned + luck.between(2, 80) * day : null
  const span = assignment.dueAt ? (assignment.dueAt.getTime() - assigned) / day : 30
  if (habit === 'keen') return assigned + luck.between(0, 4) * day
  if (habit === 'steady') return assigned + luck.between(1, Math.max(4, span * 0.6)) * day
  if (habit === 'late') return assigned + Math.max(1, span - luck.between(0.5, 5)) * day
  if (habit === 'overdue') return luck.is(0.12) ? null : assigned + (span + luck.between(2, 45)) * day
  return luck.is(0.3) ? null : assigned + luck.between(2, span * 1.2) * day
}

function stopsAfter(count: number, habit: Habit, required: boolean, luck: Chance): number {
  const odds = habit === 'drops' ? 0.55 : habit === 'overdue' ? 0.1 : required ? 0.03 : 0.25
  return luck.is(odds) ? luck.int(1, Math.max(1, count - 1)) : count
}

/** The sittings of one person in one course: the present time, and the next free half hour. */
class Diary {
  now: number
  readonly #person: DemoPerson
  readonly #luck: Chance
  readonly #until: number
  #sittingEnds: number

  constructor(person: DemoPerson, luck: Chance, first: number, until: number) {
    this.#person = person
    this.#luck = luck
    this.#until = until
    this.now = this.#freeTime(first)
    this.#sittingEnds = this.now + luck.between(14, 48) * minute
  }

  /** Begins something of this length; null if it would not end in time. */
  begin(seconds: number): Date | null {
    if (this.now + seconds * 1000 > this.#sittingEnds) this.later()
    if (this.now + seconds * 1000 >= this.#until) return null
    return new Date(this.now)
  }

  spend(seconds: number): Date {
    this.now += Math.round(seconds) * 1000
    const end = new Date(this.now)
    this.now += Math.round(this.#luck.between(2, 40)) * 1000
    return end
  }

  /** Ends the sitting; the next one is on another day, sometimes after lunch. */
  later(): void {
    const gap = this.#luck.is(0.25) ? this.#luck.between(0.08, 0.2) : this.#luck.between(0.7, 6)
    this.now = this.#freeTime(this.now + gap * day)
    this.#sittingEnds = this.now + this.#luck.between(14, 48) * minute
  }

  goTo(time: number): void {
    this.now = this.#freeTime(Math.max(this.now, time))
    this.#sittingEnds = this.now + 48 * minute
  }

  /** The first working moment at or after a time, in the person's own hours. */
  #freeTime(from: number): number {
    const shift = (offsets[this.#person.timeZone] ?? 0) * hour
    const hotel = this.#person.tenantId === 'munro' && this.#person.memberships[0].attributes.div1[0] !== 'Head office'
    const [open, close] = hotel ? [7, 21.5] : [8.25, 17]
    let local = from + shift
    for (;;) {
      const weekday = new Date(local).getUTCDay()
      // Friday and Saturday are the weekend in Amman.
      const weekend = this.#person.timeZone === 'Asia/Amman' ? [5, 6] : [0, 6]
      const works = hotel ? !weekend.includes(weekday) || this.#luck.is(0.35) : !weekend.includes(weekday)
      const clock = (local - startOfDay(new Date(local))) / hour
      if (works && clock <= close - 0.8) {
        const earliest = Math.max(clock, open)
        const usual = hotel ? this.#luck.between(open, close - 1) : 12.6 + this.#luck.bell() * 1.9
        const start = Math.min(close - 0.8, Math.max(earliest, usual))
        return Math.round((startOfDay(new Date(local)) + start * hour - shift) / 1000) * 1000
      }
      local = startOfDay(new Date(local)) + day
    }
  }
}

function take(
  activity: DemoActivity,
  diary: Diary,
  skill: number,
  half: boolean,
  must: boolean,
  luck: Chance,
): DemoActivityProgress | null {
  if (activity.kind === 'video' || activity.kind === 'audio') return watch(activity, diary, half, must, luck)
  if (activity.kind === 'scorm') return play(activity, diary, skill, half, must, luck)
  const seconds = readingSeconds(activity, luck)
  const startedAt = diary.begin(seconds)
  if (!startedAt) return null
  const lastAt = diary.spend(seconds)
  const forgotten = activity.completion.rule === 'tick' && (half || (!must && luck.is(0.02)))
  return {
    activityKey: activity.key,
    startedAt,
    lastAt,
    ...(forgotten ? {} : { completedAt: activity.completion.rule === 'view' ? startedAt : lastAt }),
    progressPercent: forgotten ? 50 : 100,
    timeSpentSeconds: seconds,
    attempts: [{ startedAt, endedAt: lastAt }],
  }
}

function readingSeconds(activity: DemoActivity, luck: Chance): number {
  return Math.round(Math.max(12, activity.minutes * 60 * Math.exp(luck.bell() * 0.32 - 0.15)))
}

function watch(
  activity: DemoActivity & { kind: 'video' | 'audio' },
  diary: Diary,
  half: boolean,
  must: boolean,
  luck: Chance,
): DemoActivityProgress | null {
  const file: MediaFile = mediaFiles[activity.media]
  const length = file.seconds ?? activity.minutes * 60
  const needed = activity.completion.rule === 'watch' ? activity.completion.percent : 1
  const startedAt = diary.begin(length)
  if (!startedAt) return null
  const attempts: DemoAttempt[] = []
  let spent = 0
  let seen = 0
  const sit = (share: number) => {
    const seconds = Math.round(length * share * luck.between(1, 1.15))
    const at = attempts.length === 0 ? startedAt : diary.begin(seconds)
    if (!at) return
    const endedAt = diary.spend(seconds)
    attempts.push({ startedAt: at, endedAt })
    spent += seconds
    seen += share
  }
  if (half) {
    sit(luck.between(0.2, Math.min(0.7, (needed - 5) / 100)))
  } else if (!must && luck.is(0.12)) {
    sit(luck.between(0.25, 0.6))
    diary.later()
    sit(1 - seen)
  } else {
    sit(luck.is(0.8) ? 1 : Math.min(1, (needed + luck.between(0, 6)) / 100))
  }
  const last = attempts.at(-1)
  if (!last) return null
  const progressPercent = Math.min(100, Math.round(seen * 100))
  return {
    activityKey: activity.key,
    startedAt,
    lastAt: last.endedAt,
    ...(progressPercent >= needed ? { completedAt: last.endedAt } : {}),
    progressPercent,
    timeSpentSeconds: spent,
    attempts,
  }
}

/** A package with questions is repeated until it is passed or given up; one without is worked through once. */
function play(
  activity: DemoActivity & { kind: 'scorm' },
  diary: Diary,
  skill: number,
  half: boolean,
  must: boolean,
  luck: Chance,
): DemoActivityProgress | null {
  const asked = activity.package.scos.flatMap((sco) => sco.slides.filter((slide) => slide.kind === 'question'))
  const mark =
    activity.completion.rule === 'score'
      ? activity.completion.percent
      : Math.max(0, ...activity.package.scos.map((sco) => sco.passPercent ?? 0))
  const firstSeconds = readingSeconds(activity, luck)
  const startedAt = diary.begin(Math.min(firstSeconds, 13 * 60))
  if (!startedAt) return null
  const attempts: DemoAttempt[] = []
  let spent = 0
  let best: number | undefined
  let completedAt: Date | undefined
  for (let round = 0; round < 5 && !completedAt; round++) {
    const seconds = Math.round(
      round === 0 ? firstSeconds * (half ? luck.between(0.2, 0.6) : 1) : firstSeconds * luck.between(0.35, 0.7),
    )
    const at = round === 0 ? startedAt : diary.begin(seconds)
    if (!at) break
    const endedAt = diary.spend(seconds)
    spent += seconds
    if (half) {
      attempts.push({ startedAt: at, endedAt })
      break
    }
    if (asked.length === 0) {
      attempts.push({ startedAt: at, endedAt })
      completedAt = endedAt
      break
    }
    const knows = Math.max(0.3, Math.min(0.985, 0.82 + skill * 0.07 + round * 0.09))
    const rights = must && round === 2 ? asked.length : asked.filter(() => luck.is(knows)).length
    const score = Math.round((rights / asked.length) * 100)
    const passed = score >= mark
    attempts.push({ startedAt: at, endedAt, score, passed })
    best = Math.max(best ?? 0, score)
    if (passed) completedAt = endedAt
    else if (!must && luck.is(0.1)) break
    else if (luck.is(0.4)) diary.later()
  }
  const last = attempts.at(-1)
  if (!last) return null
  return {
    activityKey: activity.key,
    startedAt,
    lastAt: last.endedAt,
    ...(completedAt ? { completedAt } : {}),
    progressPercent: completedAt || best !== undefined ? 100 : Math.round(luck.between(20, 70)),
    ...(best === undefined ? {} : { score: best, passed: best >= mark }),
    timeSpentSeconds: spent,
    attempts,
  }
}

function settle(assignment: DemoAssignment, all: DemoActivity[]): void {
  const [first] = assignment.activities
  if (!first) return
  const completions = assignment.activities.flatMap((one) => one.completedAt ?? [])
  const scores = assignment.activities.flatMap((one) => one.score ?? [])
  assignment.startedAt = first.startedAt
  assignment.lastActivityAt = new Date(Math.max(...assignment.activities.map((one) => one.lastAt.getTime())))
  assignment.timeSpentSeconds = assignment.activities.reduce((sum, one) => sum + one.timeSpentSeconds, 0)
  assignment.progressPercent = Math.floor((completions.length / all.length) * 100)
  if (scores.length > 0) assignment.score = Math.round(scores.reduce((sum, one) => sum + one, 0) / scores.length)
  if (completions.length === all.length) {
    assignment.state = 'completed'
    assignment.completedAt = new Date(Math.max(...completions.map((one) => one.getTime())))
  } else {
    assignment.state = 'in progress'
  }
}

function lastDayOf(person: DemoPerson, endDate: Date): number {
  const gone = person.terminationDate ?? person.awaySince
  return gone ? Math.min(Date.parse(gone), endDate.getTime()) : endDate.getTime()
}

function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / day) * day
}

/** Nine in the morning, this many working days earlier. */
function workdayBefore(endDate: Date, days: number): number {
  let at = startOfDay(endDate)
  for (let left = days; left > 0; ) {
    at -= day
    if (![0, 6].includes(new Date(at).getUTCDay())) left--
  }
  return at + 9 * hour
}
