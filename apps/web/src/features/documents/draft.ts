import type { ProblemCode } from '@learnt/contract/problem'
import type { PublicationState } from '@learnt/contract/states'
import { isProblem, type Saved } from '../../api/problem.ts'
import type { Saving } from '../../ui/SaveState.tsx'
import { type Complaint, type FieldErrors, fieldErrors } from './field-errors.ts'
import type { BaseContent } from './kind.ts'
import { same } from './same.ts'

export interface Stored<Content extends BaseContent> {
  content: Content
  revision: number
  status: PublicationState
}

export interface DraftState<Content extends BaseContent> extends Stored<Content> {
  saving: Saving
  errors: FieldErrors
  /** The content holds something that the server has not said it has. */
  dirty: boolean
  /** What somebody else saved in the meantime; saving rests until the person decides. */
  theirs: Stored<Content> | null
  /** Who saved it. */
  saved: Saved | null
  /** What both sides had in common before. */
  base: Content
}

/** Edits that the server does not have yet, kept in the browser over a crash or a sign-out. */
export interface Backup<Content> {
  content: Content
  revision: number
  at: string
}

export interface DraftDoors<Content extends BaseContent> {
  send: (
    draft: { revision: number; content: Content },
    key: string,
  ) => Promise<{ revision: number; status: PublicationState; savedAt: string }>
  load: () => Promise<Stored<Content>>
  /** What stands in the way of sending at all. */
  check: (content: Content) => readonly Complaint[]
  /** From a path into the content to the key of its field. */
  fieldKey?: ((content: Content, path: string) => string) | undefined
  /** One sentence for a refusal; `fields`: how many fields need attention. */
  explain: (error: unknown, fields: number) => string
  keep: (backup: Backup<Content> | null) => void
  newKey: () => string
}

/** Milliseconds of rest after the last edit; `longest`: somebody who types without a pause is saved all the same. */
export const savePause = { usual: 900, longest: 5000 }
/** Refusals that the same words may not meet again. */
const passing: readonly ProblemCode[] = ['unavailable', 'internal', 'too-many-requests', 'too-slow']
const retryMs = [2000, 4000, 8000, 15_000, 30_000]

interface Attempt<Content> {
  content: Content
  revision: number
  key: string
}

export type DraftKeeper<Content extends BaseContent> = ReturnType<typeof keepDraft<Content>>

/**
 * Keeps a draft saved. It says "saved" only after the server's answer for exactly what the person sees; an attempt that
 * got no answer is sent again word for word with the same key, before anything newer, because it may have arrived.
 */
export function keepDraft<Content extends BaseContent>(start: Stored<Content>, doors: DraftDoors<Content>) {
  let state: DraftState<Content> = {
    ...start,
    saving: { state: 'idle' },
    errors: {},
    dirty: false,
    theirs: null,
    saved: null,
    base: start.content,
  }
  let unanswered: Attempt<Content> | null = null
  let refused: Content | null = null
  let sending = false
  let failures = 0
  let waitingSince = 0
  /** Counts how often everything was replaced from outside: an answer for an earlier life means nothing. */
  let life = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiters: ((saved: boolean) => void)[] = []
  const listeners = new Set<() => void>()

  const set = (change: Partial<DraftState<Content>>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const schedule = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), pause)
  }
  const settle = (saved: boolean) => {
    const told = waiters
    waiters = []
    for (const tell of told) tell(saved)
  }
  const backUp = () => doors.keep({ content: state.content, revision: state.revision, at: new Date().toISOString() })

  const fail = (saving: Saving, errors: FieldErrors = {}) => {
    set({ saving, errors })
    backUp()
    settle(false)
  }

  const begin = (): Attempt<Content> | null => {
    const complaints = doors.check(state.content)
    if (complaints.length === 0) return { content: state.content, revision: state.revision, key: doors.newKey() }
    const errors = fieldErrors(state.content, complaints, doors.fieldKey)
    fail({ state: 'failed', reason: doors.explain(null, Object.keys(errors).length) }, errors)
    return null
  }

  const arrived = (
    attempt: Attempt<Content>,
    answer: { revision: number; status: PublicationState; savedAt: string },
  ) => {
    sending = false
    unanswered = null
    failures = 0
    const dirty = state.content !== attempt.content
    set({
      revision: answer.revision,
      status: answer.status,
      base: attempt.content,
      errors: {},
      dirty,
      saving: dirty ? { state: 'unsaved' } : { state: 'saved', at: answer.savedAt },
    })
    if (!dirty) {
      clearTimeout(timer)
      doors.keep(null)
      settle(true)
    } else if (waiters.length > 0) void run()
    else schedule(savePause.usual)
  }

  /** No answer, or one that may be better next time. */
  const lost = (attempt: Attempt<Content> | null) => {
    sending = false
    unanswered = attempt
    const pause = retryMs[Math.min(failures, retryMs.length - 1)] ?? 30_000
    failures++
    fail({ state: 'retrying' }, state.errors)
    schedule(pause)
  }

  const meetStale = async (attempt: Attempt<Content>, began: number, saved: Saved | null) => {
    const theirs = await doors.load().catch(() => null)
    if (began !== life) return
    if (!theirs) return lost(attempt)
    // our own words, whose answer was lost on the way
    if (same(theirs.content, attempt.content)) return arrived(attempt, { ...theirs, savedAt: new Date().toISOString() })
    sending = false
    unanswered = null
    failures = 0
    set({ theirs, saved })
    fail({ state: 'conflict' })
  }

  const refuse = (attempt: Attempt<Content>, error: unknown) => {
    if (!isProblem(error) || passing.includes(error.code)) return lost(attempt)
    if (error.code === 'idempotency-key-reused') return lost(null)
    sending = false
    unanswered = null
    failures = 0
    if (error.code === 'invalid-input' || error.code === 'too-large') refused = attempt.content
    const errors = fieldErrors(attempt.content, error.errors, doors.fieldKey)
    fail({ state: 'failed', reason: doors.explain(error, Object.keys(errors).length) }, errors)
  }

  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (sending || state.theirs || !state.dirty) return
    const attempt = unanswered ?? begin()
    if (!attempt) return
    const began = life
    sending = true
    waitingSince = 0
    if (failures === 0) set({ saving: { state: 'saving' } })
    try {
      const answer = await doors.send({ revision: attempt.revision, content: attempt.content }, attempt.key)
      if (began === life) arrived(attempt, answer)
    } catch (error) {
      if (began !== life) return
      if (isProblem(error, 'stale')) await meetStale(attempt, began, error.saved)
      else refuse(attempt, error)
    }
  }

  const wake = () => {
    if (state.saving.state === 'retrying') void run()
  }
  const leave = () => {
    if (state.dirty) backUp()
  }

  return {
    read: () => state,
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit(change: (content: Content) => Content) {
      const content = change(state.content)
      if (content === state.content) return
      refused = null
      const troubled = failures > 0 || state.theirs !== null
      set({ content, dirty: true, saving: troubled || sending ? state.saving : { state: 'unsaved' } })
      if (troubled) backUp()
      if (failures > 0 || state.theirs) return
      waitingSince ||= Date.now()
      schedule(Math.max(0, Math.min(savePause.usual, waitingSince + savePause.longest - Date.now())))
    },
    /** Saves now. False when something stays unsaved. */
    flush(): Promise<boolean> {
      if (!state.dirty) return Promise.resolve(true)
      if (state.theirs || (refused !== null && refused === state.content)) return Promise.resolve(false)
      return new Promise((resolve) => {
        waiters.push(resolve)
        void run()
      })
    },
    /** Takes what the server has: after publishing, discarding, and when the person prefers the other's words. */
    adopt(stored: Stored<Content>) {
      clearTimeout(timer)
      life++
      sending = false
      unanswered = null
      refused = null
      failures = 0
      doors.keep(null)
      set({
        ...stored,
        base: stored.content,
        saving: { state: 'idle' },
        errors: {},
        dirty: false,
        theirs: null,
        saved: null,
      })
      settle(true)
    },
    /** What the server has by an answer that came for another reason; never over unsaved words. */
    hear(stored: Stored<Content>) {
      if (state.dirty || sending || stored.revision < state.revision) return
      if (stored.revision > state.revision)
        set({ ...stored, base: stored.content, errors: {}, saving: { state: 'idle' } })
      else if (stored.status !== state.status) set({ status: stored.status })
    },
    start() {
      addEventListener('online', wake)
      addEventListener('pagehide', leave)
    },
    stop() {
      removeEventListener('online', wake)
      removeEventListener('pagehide', leave)
      if (state.dirty) {
        backUp()
        void run()
      }
    },
  }
}
