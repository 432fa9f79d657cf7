import type { Segments } from './segments.ts'
import type { ProgressBody } from './send-progress.ts'

/** One report as it goes over the wire; its key stays the same over all attempts, so that it counts once. */
export interface Batch {
  key: string
  body: ProgressBody
}

export interface Watched {
  segments: Segments
  position: number
  duration: number
}

/** What the server has not confirmed yet, kept on this device until it has. */
export interface Unsent {
  /** By this device's clock, in milliseconds. */
  at: number
  /** Sent, perhaps even received, but never confirmed. */
  batches: Batch[]
  /** Not put into a report yet. */
  watched: Watched | null
}

export interface Step {
  userId: string
  userCourseId: string
  activityId: string
}

const prefix = 'learnt.unsent'
const nameOf = (step: Step) => [prefix, step.userId, step.userCourseId, step.activityId].join(':')

/** Where one visit of a step keeps its unsent reports; two windows on the same step have two. */
export function keepUnsent(
  step: Step,
  visit: string,
  storage: Storage | null = browserStorage(),
): (unsent: Unsent | null) => void {
  const name = `${nameOf(step)}:${visit}`
  return (unsent) => {
    try {
      if (unsent) storage?.setItem(name, JSON.stringify(unsent))
      else storage?.removeItem(name)
    } catch {
      // NOTE no room, or storage is forbidden: the reports are still sent while the page is open
    }
  }
}

/** The server remembers for a day which reports it has had; well before that, time spent is not counted a second time. */
const countedOnce = 12 * 3_600_000

/** Takes what earlier visits of a step left: one list of reports, and stretches that no report held yet. */
export function takeUnsent(step: Step, now: number, storage: Storage | null = browserStorage()): Unsent | null {
  const found = entriesOf(`${nameOf(step)}:`, storage).sort((a, b) => a.unsent.at - b.unsent.at)
  for (const { name } of found) forget(name, storage)
  const last = found.at(-1)
  if (!last) return null
  const watched = found.map(({ unsent }) => unsent.watched).filter((one) => one !== null)
  const newest = watched.at(-1)
  return {
    at: last.unsent.at,
    batches: found.flatMap(({ unsent }) =>
      now - unsent.at < countedOnce ? unsent.batches : unsent.batches.map(withoutTime),
    ),
    watched: newest ? { ...newest, segments: watched.flatMap((one) => one.segments) } : null,
  }
}

/** Steps of a person with unsent reports that were kept before a moment: visits that are over. */
export function listUnsent(userId: string, before: number, storage: Storage | null = browserStorage()): Step[] {
  const steps = new Map<string, Step>()
  for (const { name, unsent } of entriesOf(`${prefix}:${userId}:`, storage)) {
    const [, , userCourseId, activityId] = name.split(':')
    if (unsent.at < before && userCourseId && activityId)
      steps.set(activityId + userCourseId, { userId, userCourseId, activityId })
  }
  return [...steps.values()]
}

function withoutTime({ key, body }: Batch): Batch {
  return { key, body: { ...body, seconds: 0 } }
}

function entriesOf(start: string, storage: Storage | null): { name: string; unsent: Unsent }[] {
  const found: { name: string; unsent: Unsent }[] = []
  try {
    for (let index = 0; storage && index < storage.length; index++) {
      const name = storage.key(index)
      if (!name?.startsWith(start)) continue
      const unsent = read(storage.getItem(name))
      if (unsent) found.push({ name, unsent })
    }
  } catch {
    // NOTE storage is forbidden: nothing was kept
  }
  return found
}

function read(text: string | null): Unsent | null {
  try {
    const value = JSON.parse(text ?? 'null') as Unsent | null
    return value && typeof value.at === 'number' && Array.isArray(value.batches)
      ? { ...value, watched: value.watched ?? null }
      : null
  } catch {
    return null
  }
}

function forget(name: string, storage: Storage | null): void {
  try {
    storage?.removeItem(name)
  } catch {
    // as above
  }
}

function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}
