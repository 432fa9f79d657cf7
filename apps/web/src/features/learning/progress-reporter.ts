import type { Progress } from '@learnt/contract/learning'
import { newKey } from '../../api/call.ts'
import { ApiProblem } from '../../api/problem.ts'
import type { Saving } from '../../ui/SaveState.tsx'
import { mergeSegments, mostSegments, type Segments, subtractSegments } from './segments.ts'
import type { ProgressBody } from './send-progress.ts'
import type { Batch, Unsent, Watched } from './unsent-reports.ts'

export interface ReporterOptions {
  send(body: ProgressBody, key: string): Promise<Progress>
  /** Keeps what is unsent on this device; null: nothing is. */
  keep(unsent: Unsent | null): void
  /** What earlier visits left unsent. */
  earlier: Unsent | null
  /** Stretches that the server has, and since when. */
  known: Segments
  savedAt: string | null
  /** Whole seconds spent since they were asked for last. */
  takeSeconds(): number
  now(): number
  onProgress(progress: Progress): void
  onSaving(saving: Saving): void
}

export interface Reporter {
  /** The content is on screen. */
  opened(): void
  /** It was shown to its end or for the time it takes to read; a link was followed, a file downloaded. */
  seen(): void
  /** Resolves when the server has it, rejects when it is refused. */
  tick(): Promise<void>
  /** All that was played since the step was opened, in media time. Kept on this device at once, sent by `flush`. */
  watched(watched: Watched): void
  /** Sends what waits. */
  flush(): void
  /** Sends everything at once, without waiting for answers: the page may be gone in a moment. */
  leave(): void
  /** The connection may be back: tries again now. */
  retry(): void
  /** Where this device left off after the server's last word; null: the server knows better. */
  readonly position: number | null
}

const firstPause = 1000
const longestPause = 30_000
const mostConflicts = 3
/** A position that moved less needs no report of its own. */
const step = 1

/**
 * Reports what a person does in one step. One report at a time; each is fixed, kept on this device and sent again under
 * the same key until the server answers. "Saved" is said with the server's own time and only after its answer.
 */
export function createReporter(options: ReporterOptions): Reporter {
  const { send, keep, takeSeconds, now, onProgress, onSaving } = options
  let known = options.known
  let batches: Batch[] = []
  let wishes: { open: boolean; view: boolean; tick: boolean } = { open: false, view: false, tick: false }
  let watched: Watched | null = null
  let reportedPosition: number | null = null
  let wasOpened = false
  let wasSeen = false
  let savedAt = options.savedAt
  const flying = new Set<string>()
  const ticks: { key: string | null; resolve: () => void; reject: (error: Error) => void }[] = []
  let failures = 0
  let confirmed = false
  let again = false
  let refusal: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const position = takeUp(options.earlier)
  say()
  if (batches.length > 0 || watched) flush()

  return {
    position,
    opened() {
      if (wasOpened) return
      wasOpened = true
      wishes.open = true
      flush()
    },
    seen() {
      if (wasSeen) return
      wasSeen = true
      wasOpened = true
      wishes.view = true
      flush()
    },
    tick() {
      wishes.tick = true
      const done = new Promise<void>((resolve, reject) => ticks.push({ key: null, resolve, reject }))
      flush()
      return done
    },
    watched(next) {
      watched = watched ? { ...next, segments: mergeSegments(watched.segments, next.segments) } : next
      store()
    },
    flush,
    leave() {
      gather(true)
      for (const batch of batches) if (!flying.has(batch.key)) void fly(batch)
    },
    retry() {
      clearTimeout(timer)
      if (failures > 0) failures = 1
      flush()
    },
  }

  /** What an earlier visit left: reports go out as they were, unless the server has what is in them by another way. */
  function takeUp(earlier: Unsent | null): number | null {
    if (!earlier) return null
    const isNewer = !options.savedAt || earlier.at > Date.parse(options.savedAt)
    batches = earlier.batches.filter(
      ({ body }) => body.event !== 'watch' || subtractSegments(body.segments, known).length > 0,
    )
    const rest = earlier.watched && subtractSegments(earlier.watched.segments, mergeSegments(known, inBatches()))
    if (earlier.watched && rest && rest.length > 0) watched = { ...earlier.watched, segments: rest }
    const last = earlier.watched ?? earlier.batches.map(({ body }) => body).findLast((body) => body.event === 'watch')
    store()
    return isNewer && last ? last.position : null
  }

  function flush(): void {
    if (flying.size > 0) {
      again = true
      return
    }
    again = false
    if (batches.length === 0) gather(false)
    const [next] = batches
    if (next) void fly(next)
    else say()
  }

  /** Makes reports of what waits. While one is under way the rest goes on gathering, so that a long outage is one report. */
  function gather(leaving: boolean): void {
    if (wishes.tick) {
      const batch = add({ event: 'tick', seconds: takeSeconds() })
      for (const one of ticks) one.key ??= batch.key
      // a ticked step has been seen
      wishes = { open: false, view: false, tick: false }
    }
    if (wishes.view || wishes.open) {
      // a step that has been seen has been opened
      add({ event: wishes.view ? 'view' : 'open', seconds: takeSeconds() })
      wishes = { ...wishes, open: false, view: false }
    }
    if (watched) {
      const { duration } = watched
      const rest = subtractSegments(watched.segments, mergeSegments(known, inBatches()))
      const moved =
        reportedPosition === null ? watched.position > step : Math.abs(watched.position - reportedPosition) > step
      if (duration > 0 && (rest.length > 0 || moved)) {
        add({
          event: 'watch',
          position: watched.position,
          duration,
          segments: rest.slice(0, mostSegments),
          seconds: takeSeconds(),
        })
        reportedPosition = watched.position
        if (rest.length <= mostSegments) watched = null
      } else watched = null
    }
    if (leaving && wasOpened) {
      const seconds = takeSeconds()
      if (seconds > 0) add({ event: 'open', seconds })
    }
    store()
  }

  function add(body: ProgressBody): Batch {
    const batch = { key: newKey(), body }
    batches.push(batch)
    return batch
  }

  async function fly(batch: Batch): Promise<void> {
    clearTimeout(timer)
    flying.add(batch.key)
    refusal = null
    say()
    try {
      const progress = await send(batch.body, batch.key)
      failures = 0
      confirmed = true
      savedAt = progress.savedAt
      if (batch.body.event === 'watch') known = mergeSegments(known, batch.body.segments)
      drop(batch)
      settle(batch, null)
      onProgress(progress)
      next()
    } catch (error) {
      flying.delete(batch.key)
      if (isPassing(error) && !(isConflict(error) && failures >= mostConflicts)) return tryLater()
      if (error instanceof ApiProblem && error.code === 'not-signed-in') {
        // kept for the next visit: the person signs in again
        refusal = error.message
        return say()
      }
      // a report that stays "under way" has arrived: its answer was lost with a server that was stopped
      if (!isConflict(error)) refusal = error instanceof Error ? error.message : ''
      failures = 0
      drop(batch)
      settle(batch, isConflict(error) || !(error instanceof Error) ? null : error)
      next()
    }
  }

  function next(): void {
    const [waiting] = batches.filter(({ key }) => !flying.has(key))
    if (flying.size > 0) return
    if (waiting) void fly(waiting)
    else if (again) flush()
    else say()
  }

  function tryLater(): void {
    failures++
    say()
    clearTimeout(timer)
    timer = setTimeout(flush, Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.75 + Math.random() / 2))
  }

  function drop(batch: Batch): void {
    flying.delete(batch.key)
    batches = batches.filter((one) => one !== batch)
    store()
  }

  function settle(batch: Batch, error: Error | null): void {
    for (const one of ticks.filter(({ key }) => key === batch.key)) {
      ticks.splice(ticks.indexOf(one), 1)
      if (error) one.reject(error)
      else one.resolve()
    }
  }

  function inBatches(): Segments {
    return batches.flatMap(({ body }) => (body.event === 'watch' ? body.segments : []))
  }

  function store(): void {
    const rest = watched && subtractSegments(watched.segments, known).length > 0 ? watched : null
    keep(batches.length > 0 || rest ? { at: now(), batches, watched: rest } : null)
  }

  function say(): void {
    onSaving(standing())
  }

  function standing(): Saving {
    if (failures > 0 && batches.length > 0) return { state: 'retrying' }
    if (refusal !== null) return { state: 'failed', reason: refusal }
    // while a later report is under way the time of the last answer still holds; only the very first is "saving"
    if (savedAt !== null && (confirmed || batches.length === 0)) return { state: 'saved', at: savedAt }
    return { state: batches.length > 0 ? 'saving' : 'idle' }
  }
}

/** No answer, or one that will be another in a while. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false
  return error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 408 || isConflict(error)
}

/** The same report is under way already, or was once. */
function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'conflict'
}
