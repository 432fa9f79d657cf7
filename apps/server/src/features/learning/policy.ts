import type { CompletionRule } from '@learnt/contract/courses'
import type { Outcome } from '@learnt/contract/forms/submission-states'
import type { WaitsFor } from '@learnt/contract/pathways'
import { isDone, type ProgressState, visibleToLearners } from '@learnt/contract/states'
import type { Actor } from '../../platform/actor.ts'
import { hidden, type Refusal, wrongState } from '../../platform/authorize.ts'

/** What the policy has to know about somebody's course. */
export interface OwnCourse {
  readonly userId: string
  readonly isActive: boolean
  readonly courseStatus: string
  /** An earlier cycle: the next one has begun. */
  readonly isEnded: boolean
  /** What has to be finished first; null: nothing. */
  readonly waitsFor: WaitsFor | null
}

/** Learners see only their own, while something gives it to them, and while the course is published. A locked one says what it waits for. */
export function mayOpenCourse(actor: Actor, course: OwnCourse): Refusal | null {
  const isVisible = visibleToLearners.some((state) => state === course.courseStatus)
  return course.userId === actor.userId && course.isActive && isVisible ? null : hidden
}

/** A step of it; one that still waits for another, or is of a locked course, is seen, but does not open. */
export function mayOpenStep(actor: Actor, step: OwnCourse & { readonly lock: StepLock | null }): Refusal | null {
  return mayOpenCourse(actor, step) ?? (step.lock === null && step.waitsFor === null ? null : wrongState('locked'))
}

/**
 * Whether what was done in a step may be recorded. A learner who was in the middle of it when the next cycle began
 * saves it in the earlier one.
 */
export function mayReportStep(actor: Actor, step: OwnCourse & { readonly lock: StepLock | null }): Refusal | null {
  return mayOpenStep(actor, step.isEnded ? { ...step, isActive: true } : step)
}

/** The page before the first start is what opens: nothing was begun, in no cycle, and the author shows it. */
export function isBeforeStart(
  course: { readonly isBundle: boolean; readonly startedAt: Date | null; readonly cycle: number },
  landing: { readonly isShown: boolean } | null,
): boolean {
  return !course.isBundle && course.startedAt === null && course.cycle === 0 && (landing?.isShown ?? true)
}

export interface StepLock {
  readonly reason: 'previous' | 'notPublished'
  /** Title of what it waits for. */
  readonly waitsFor: string
}

/** Locks of the steps of a course in order: in a sequential one a step opens when all before it are done. */
export function locksOf(
  sequential: boolean,
  steps: readonly { readonly id: string; readonly title: string }[],
  stateOf: (id: string) => ProgressState,
): Map<string, StepLock> {
  const locks = new Map<string, StepLock>()
  if (!sequential) return locks
  let waitsFor: string | null = null
  for (const step of steps) {
    // What was begun stays open, also when a new version put something before it.
    if (waitsFor !== null && stateOf(step.id) === 'notstarted') locks.set(step.id, { reason: 'previous', waitsFor })
    if (waitsFor === null && !isDone(stateOf(step.id))) waitsFor = step.title
  }
  return locks
}

/** Where to go on: the last opened step that is not done, else the first open one that is not done, else none. */
export function resumeStep(
  steps: readonly { readonly id: string }[],
  locks: ReadonlyMap<string, StepLock>,
  stateOf: (id: string) => ProgressState,
  lastId: string | null,
): string | null {
  const isOpen = (id: string) => !isDone(stateOf(id)) && !locks.has(id)
  if (lastId !== null && steps.some((step) => step.id === lastId) && isOpen(lastId)) return lastId
  return steps.find((step) => isOpen(step.id))?.id ?? steps[0]?.id ?? null
}

/** A page that was away for longer has not been read all the time. */
const longestMs = 3_600_000
/** Clocks of several processes are closer together than this. */
const clocksApartMs = 60_000

/**
 * How many of the seconds that a page reports are counted, and until when its time is accounted for then; null: as before.
 * Every counted second is taken from the server's own clock, so that no number of requests, steps or windows makes
 * learning longer than the time that passed.
 */
export function countTime(timedUntil: Date, now: Date, reported: number): { seconds: number; until: Date | null } {
  const free = Math.max(accountedUntil(timedUntil, now), now.getTime() - longestMs)
  const seconds = Math.floor(Math.max(0, Math.min(reported, (now.getTime() - free) / 1000)))
  return { seconds, until: seconds > 0 ? new Date(free + seconds * 1000) : null }
}

/**
 * Until when time is accounted for, in milliseconds. What lies well ahead was accounted for by a clock that has been set
 * back since: counting nothing until it has caught up would lose what is read meanwhile.
 */
function accountedUntil(timedUntil: Date, now: Date): number {
  const until = timedUntil.getTime()
  return until - now.getTime() > clocksApartMs ? 0 : until
}

const stretchesKept = 1000

/** Stretches of a film that were watched, in seconds. */
export type Stretches = readonly (readonly [number, number])[]

/** Merged and sorted; what touches or overlaps becomes one, what lies beyond the end is cut. */
export function mergeStretches(one: Stretches, other: Stretches, duration: number, gap = 0.5): [number, number][] {
  const all = [...one, ...other]
    .map(([from, to]): [number, number] => [Math.max(0, Math.min(from, to)), Math.min(duration, Math.max(from, to))])
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [from, to] of all) {
    const last = merged.at(-1)
    // Players report in steps of about a quarter of a second; a gap that small was not skipped.
    if (last && from <= last[1] + gap) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  // Keeps the row small for a learner who jumps about for hours.
  if (merged.length > stretchesKept) return mergeStretches(merged, [], duration, gap * 2)
  return merged.map(([from, to]) => [Math.round(from * 100) / 100, Math.round(to * 100) / 100])
}

/** Percent of the whole that the stretches cover. */
export function watchedPercent(stretches: Stretches, duration: number): number {
  if (duration <= 0) return 0
  const seconds = stretches.reduce((sum, [from, to]) => sum + (to - from), 0)
  // The last half second of a film is often never played out.
  return seconds >= duration - 0.5 ? 100 : Math.min(100, Math.round((seconds / duration) * 10_000) / 100)
}

/** How far a film or a sound was watched; kept as the step's position. */
export interface Media {
  /** Seconds from which to go on. */
  readonly position: number
  /** The longest that a player has said it lasts. */
  readonly duration: number
  readonly segments: [number, number][]
}

/** A step's position in a film; nothing watched if it is not one. */
export function readMedia(position: unknown): Media {
  const { position: at = 0, duration = 0, segments = [] } = (position ?? {}) as Partial<Media>
  return { position: at, duration, segments }
}

/** What a report of a player adds. The length can only grow: a player that calls a film short cannot shorten it. */
export function watch(before: Media, report: { position: number; duration: number; segments: Stretches }): Media {
  const duration = Math.max(before.duration, report.duration)
  return {
    position: Math.min(report.position, duration),
    duration,
    segments: mergeStretches(before.segments, report.segments, duration),
  }
}

/** What a step stands at, as far as its completion rule is concerned. */
export interface Standing {
  readonly state: ProgressState
  readonly progress: number
}

/** Whether a film or a sound was played at its end; the last moments are often never played out. */
export function reachesEnd({ segments, duration }: Pick<Media, 'segments' | 'duration'>): boolean {
  const end = segments.at(-1)?.[1] ?? 0
  return duration > 0 && end >= duration * 0.98 - 0.5
}

export type LearnerEvent =
  | { readonly event: 'open' }
  | { readonly event: 'view' }
  | { readonly event: 'tick' }
  | { readonly event: 'watch'; readonly percent: number; readonly toEnd: boolean }

/**
 * What an event makes of a step by its rule; the client only says what happened. Null: the event means nothing for a
 * step with this rule (a package speaks for itself, only a step with the rule "tick" can be ticked).
 */
export function judge(rule: CompletionRule, event: LearnerEvent): Standing | null {
  const done: Standing = { state: 'completed', progress: 100 }
  const begun: Standing = { state: 'inprogress', progress: 0 }
  switch (rule.rule) {
    case 'view':
      if (event.event === 'tick') return null
      if (event.event === 'open') return begun
      if (event.event === 'watch' && !event.toEnd) return { state: 'inprogress', progress: Math.min(99, event.percent) }
      return done
    case 'tick':
      if (event.event === 'tick') return done
      return { state: 'inprogress', progress: event.event === 'watch' ? Math.min(99, event.percent) : 0 }
    case 'watch':
      if (event.event === 'tick') return null
      if (event.event !== 'watch') return begun
      return event.percent >= rule.percent ? done : { state: 'inprogress', progress: event.percent }
    case 'score':
    case 'package':
    case 'submitted':
    case 'passed':
    case 'approved':
    case 'competent':
    case 'attended':
    case 'attendedOne':
      return null
  }
}

/** An attempt at the form of a step, as the step's rule looks at it. */
export interface FormAttempt {
  readonly isSubmitted: boolean
  readonly outcome: Outcome | null
  readonly percent: number | null
}

/** What an attempt at a form makes of a step by its rule; while somebody else still decides, it is under way. */
export function judgeForm(rule: CompletionRule, attempt: FormAttempt): Standing & { readonly score: number | null } {
  const { outcome, percent: score } = attempt
  const as = (state: ProgressState) => ({ state, progress: isDone(state) ? 100 : 0, score })
  const verdict = (isGood: boolean | null) => as(isGood === null ? 'inprogress' : isGood ? 'passed' : 'failed')
  switch (rule.rule) {
    case 'passed':
      // Without questions that earn points there is nothing to fail in.
      return verdict(outcome === null ? null : score === null || score >= rule.percent)
    case 'approved':
    case 'competent':
      return verdict(outcome === null ? null : outcome === rule.rule)
    default:
      return as(attempt.isSubmitted ? 'completed' : 'inprogress')
  }
}

/** The best of all attempts at a step's form counts. */
export function judgeForms(
  rule: CompletionRule,
  attempts: readonly FormAttempt[],
): Standing & { readonly score: number | null } {
  const begun = { state: 'inprogress' as ProgressState, progress: 0, score: null as number | null }
  return attempts.map((one) => judgeForm(rule, one)).reduce(better, begun)
}

/** A package's result under the step's rule: with "score", only the score decides, once there is a verdict. */
export function judgePackage(
  rule: CompletionRule,
  said: Standing & { readonly scorePercent: number | null },
): Standing {
  if (rule.rule !== 'score')
    return isDone(said.state) ? { state: said.state, progress: 100 } : { state: said.state, progress: said.progress }
  if (said.scorePercent !== null && said.scorePercent >= rule.percent) return { state: 'passed', progress: 100 }
  const hasVerdict = said.scorePercent !== null && said.state !== 'inprogress' && said.state !== 'notstarted'
  return {
    state: hasVerdict ? 'failed' : said.state === 'notstarted' ? 'notstarted' : 'inprogress',
    progress: Math.min(said.progress, 99),
  }
}

const rank: Record<ProgressState, number> = { notstarted: 0, inprogress: 1, failed: 2, completed: 3, passed: 4 }

/** Never backwards: the better state, progress and score of the two. */
export function better(
  before: Standing & { readonly score: number | null },
  now: Standing & { readonly score: number | null },
): Standing & { readonly score: number | null } {
  const state = rank[now.state] > rank[before.state] ? now.state : before.state
  const score =
    before.score === null ? now.score : now.score === null ? before.score : Math.max(before.score, now.score)
  return { state, progress: isDone(state) ? 100 : Math.max(before.progress, now.progress), score }
}
