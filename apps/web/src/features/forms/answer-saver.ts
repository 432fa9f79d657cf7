import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Saved } from '@learnt/contract/forms/operations'
import { newKey } from '../../api/call.ts'
import { ApiProblem } from '../../api/problem.ts'
import type { Saving } from '../../ui/SaveState.tsx'
import type { AnswerChanges, Judgement, KeptAnswers, LeftAnswers } from './kept-answers.ts'

export interface SaveBody {
  revision: number
  window: string
  changes: AnswerChanges
}

export interface SaverOptions {
  window: string
  /** Where the server stood when the form was opened. */
  revision: number
  savedAt: string | null
  /** What windows that are gone have left unsaved, the oldest first. */
  left: readonly LeftAnswers[]
  save(body: SaveBody, key: string): Promise<Saved>
  /** Keeps what is unsaved on this device; false: it cannot. */
  keep(kept: KeptAnswers | null): boolean
  /** What a window that is gone has left has arrived. */
  forget(window: string): void
  onSaving(saving: Saving): void
  /** Other windows have saved this; null: taken back. */
  onOthers(others: AnswerChanges): void
  /** The end of the writing, as the server says it with each save. */
  onEnd?(saved: Pick<Saved, 'endsAt' | 'savedAt'>): void
  /** Another window changed the same answers. Theirs is stored, this window's waits for the person's choice. */
  onConflicts(theirs: AnswerChanges): void
  /** The server refuses further answers: the time is over, or the form was submitted elsewhere. */
  onRefused(problem: ApiProblem): void
  now(): number
}

export interface Saver {
  change(field: string, answer: AnswerValue | null): void
  /** The person's choice in a conflict: this window's answer stands, and is saved over the other. */
  keepOwn(field: string, answer: AnswerValue | null): void
  /** The other window's answer stands. */
  takeOther(field: string): void
  /** Sends at once what waits. `ask`: asks for what other windows have saved, too. */
  flush(ask?: boolean): void
  /** The connection may be back. */
  retry(): void
  /** Waits for what is under way, and hands over everything unsaved, for a submission. Nothing is sent from then on. */
  stop(): Promise<SaveBody>
  /** The submission did not go through: saving goes on, and what was handed over waits again. */
  goOn(): void
  /** The server has it all. */
  done(): void
  /** Marks on this device that the person has submitted, an assessor together with the judgement. */
  wantSubmit(wants: boolean, judgement?: Judgement | null): void
  /** What this window has seen of the server. */
  readonly revision: number
}

/** While a person types, one save carries what came in this time. */
const quiet = 800
const longestQuiet = 4000
const firstPause = 1000
const longestPause = 30_000

interface Batch {
  key: string
  body: SaveBody
  /** Set where it is a gone window's. */
  leftBy: string | null
}

/**
 * Saves answers while a person fills in a form. One save at a time; each is fixed, kept on this device and sent again under
 * the same key until the server answers. "Saved" is said with the server's own time, and only when nothing waits.
 */
export function createSaver(options: SaverOptions): Saver {
  const { save, keep, forget, onSaving, onOthers, onEnd, onConflicts, onRefused, now } = options
  let { revision, savedAt } = options
  let waiting: AnswerChanges = {}
  /** Answers of this window that the person has to choose about. */
  let held: AnswerChanges = {}
  let handedOver: AnswerChanges = {}
  let batch: Batch | null = null
  let flight: Promise<void> | null = null
  const left = options.left.map(
    (one): Batch => ({
      key: newKey(),
      body: { revision: one.revision, window: one.window, changes: one.changes },
      leftBy: one.window,
    }),
  )
  let failures = 0
  let refusal: string | null = null
  let isStopped = false
  let isOver = false
  let submits = false
  let judgement: Judgement | null = null
  let isKept = true
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  say()
  if (left.length > 0) flush()

  return {
    change(field, answer) {
      if (isOver) return
      if (field in held) held = { ...held, [field]: answer }
      else waiting = { ...waiting, [field]: answer }
      refusal = null
      store()
      say()
      schedule()
    },
    keepOwn(field, answer) {
      held = without(held, field)
      waiting = { ...waiting, [field]: answer }
      store()
      flush()
    },
    takeOther(field) {
      held = without(held, field)
      store()
      say()
    },
    flush,
    retry() {
      if (failures > 0) failures = 1
      flush()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await flight
      handedOver = { ...(batch?.body.changes ?? {}), ...waiting }
      batch = null
      waiting = {}
      store()
      return { revision, window: options.window, changes: handedOver }
    },
    goOn() {
      isStopped = false
      waiting = { ...handedOver, ...waiting }
      handedOver = {}
      store()
      schedule()
    },
    done() {
      isOver = true
      clearTimeout(timer)
      waiting = {}
      held = {}
      handedOver = {}
      submits = false
      keep(null)
    },
    wantSubmit(wants, given = null) {
      submits = wants
      judgement = given
      store()
    },
    get revision() {
      return revision
    },
  }

  function schedule(): void {
    if (isStopped || isOver || flight !== null || failures > 0) return
    if (since === 0) since = now()
    clearTimeout(timer)
    timer = setTimeout(flush, Math.max(0, Math.min(quiet, since + longestQuiet - now())))
  }

  function flush(ask = false): void {
    if (isStopped || isOver || flight !== null) return
    clearTimeout(timer)
    since = 0
    const next = left[0] ?? batch ?? gather(ask)
    if (!next) {
      say()
      return
    }
    flight = fly(next).finally(() => {
      flight = null
      store()
      say()
      if (isStopped || isOver) return
      if (failures > 0) timer = setTimeout(flush, pause())
      else if (left.length > 0) flush()
      else if (batch || Object.keys(waiting).length > 0) schedule()
    })
  }

  function gather(ask: boolean): Batch | null {
    if (Object.keys(waiting).length === 0 && !ask) return null
    batch = { key: newKey(), body: { revision, window: options.window, changes: waiting }, leftBy: null }
    waiting = {}
    return batch
  }

  async function fly(one: Batch): Promise<void> {
    say()
    try {
      const saved = await save(one.body, one.key)
      failures = 0
      refusal = null
      revision = Math.max(revision, saved.revision)
      savedAt = saved.savedAt
      onEnd?.(saved)
      drop(one)
      settle(one, saved)
    } catch (error) {
      if (isPassing(error)) {
        failures++
      } else if (error instanceof ApiProblem && error.code === 'not-signed-in') {
        // kept for the next visit: the person signs in again
        failures++
        refusal = error.message
      } else {
        failures = 0
        const changes = one.body.changes
        drop(one)
        if (error instanceof ApiProblem && error.status === 422) {
          // one answer that cannot be kept must not hold back the others
          const bad = new Set(error.errors.map(({ path }) => /changes\.([^.]+)/.exec(path)?.[1] ?? ''))
          const good = Object.fromEntries(Object.entries(changes).filter(([field]) => !bad.has(field)))
          if (bad.size > 0 && Object.keys(good).length < Object.keys(changes).length) waiting = { ...good, ...waiting }
          refusal = error.errors[0]?.message ?? error.message
        } else {
          refusal = error instanceof Error ? error.message : ''
          // what was refused stays on the device until the page knows what to do
          waiting = { ...changes, ...waiting }
          isStopped = true
          if (error instanceof ApiProblem) onRefused(error)
        }
      }
    }
  }

  function settle(one: Batch, saved: Saved): void {
    const own = one.body.changes
    const theirs: AnswerChanges = {}
    for (const { field, value } of saved.conflicts) {
      if (same(own[field] ?? null, value)) continue
      theirs[field] = value
      held = { ...held, [field]: waiting[field] === undefined ? (own[field] ?? null) : waiting[field] }
      waiting = without(waiting, field)
    }
    if (Object.keys(theirs).length > 0) onConflicts(theirs)
    const others = Object.fromEntries(
      Object.entries(saved.others).filter(([field]) => !(field in waiting) && !(field in held)),
    ) as AnswerChanges
    if (Object.keys(others).length > 0) onOthers(others)
  }

  function drop(one: Batch): void {
    if (one.leftBy !== null) {
      left.shift()
      forget(one.leftBy)
    } else if (batch === one) batch = null
  }

  function store(): void {
    const changes = { ...handedOver, ...batch?.body.changes, ...waiting, ...held }
    const isEmpty = Object.keys(changes).length === 0 && !submits
    isKept = keep(
      isEmpty ? null : { at: now(), revision: batch?.body.revision ?? revision, changes, submits, judgement },
    )
  }

  function say(): void {
    onSaving(standing())
  }

  function standing(): Saving {
    if (refusal !== null) return { state: 'failed', reason: refusal }
    if (failures > 0) return isKept ? { state: 'retrying' } : { state: 'failed' }
    if (Object.keys(held).length > 0) return { state: 'conflict' }
    if (flight !== null || batch || left.length > 0) return { state: 'saving' }
    if (Object.keys(waiting).length > 0) return { state: 'unsaved' }
    return savedAt === null ? { state: 'idle' } : { state: 'saved', at: savedAt }
  }

  function pause(): number {
    return Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)
  }
}

/** No answer, or one that will be another in a while. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false
  return error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 408
}

function without(changes: AnswerChanges, field: string): AnswerChanges {
  const { [field]: _, ...rest } = changes
  return rest
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
