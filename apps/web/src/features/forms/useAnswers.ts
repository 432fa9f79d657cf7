import type { Answers, AnswerValue } from '@learnt/contract/forms/answers'
import type { OpenForm, Saved } from '@learnt/contract/forms/operations'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call, newKey } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import type { ApiProblem } from '../../api/problem.ts'
import type { Saving } from '../../ui/SaveState.tsx'
import { createSaver, type Saver } from './answer-saver.ts'
import {
  type AnswerChanges,
  findLeft,
  holdWindow,
  type Judgement,
  keepAnswers,
  type LeftAnswers,
} from './kept-answers.ts'

export interface FilledIn {
  answers: Answers
  change: (field: string, answer: AnswerValue | null) => void
  saving: Saving
  /** What another window saved over an answer of this one: the person chooses. */
  conflicts: AnswerChanges
  keepOwn: (field: string) => void
  takeOther: (field: string) => void
  /** The server refuses further answers. */
  refused: ApiProblem | null
  saver: Saver | null
  /** The end of the writing and the server's time when it said so; a date may be moved while the form is open. */
  end: Pick<Saved, 'endsAt' | 'savedAt'>
  /** Asks the server for the end; true: there is another one by now. */
  askEnd: () => Promise<boolean>
  /** The person submitted in a window that is gone, and nobody has heard it yet; an assessor with a judgement. */
  wantsSubmit: { judgement: Judgement | null } | null
}

/** The answers of an open form: shown at once, saved on the server, kept on this device until they are. */
export function useAnswers(userId: string, open: OpenForm): FilledIn {
  const submissionId = open.submission.id
  const first = useRef(open)
  const [answers, setAnswers] = useState<Answers>(open.answers)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [conflicts, setConflicts] = useState<AnswerChanges>({})
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const [end, setEnd] = useState<FilledIn['end']>({ endsAt: open.submission.endsAt, savedAt: open.now })
  const [saver, setSaver] = useState<Saver | null>(null)
  const [wantsSubmit, setWantsSubmit] = useState<FilledIn['wantsSubmit']>(null)
  const latest = useRef(answers)
  latest.current = answers
  /** What was typed before the saver was there: it first reads what other windows have left on this device. */
  const early = useRef<AnswerChanges>({})
  const latestSaver = useRef<Saver | null>(null)

  useEffect(() => {
    const { submission } = first.current
    // a key of the contract begins with a letter
    const window = `w${newKey().replaceAll('-', '').slice(0, 20)}`
    const place = { userId, submissionId, window }
    const release = holdWindow(window)
    let isGone = false
    let made: Saver | null = null
    const apply = (changes: AnswerChanges) => {
      if (!isGone) setAnswers((before) => withChanges(before, changes))
    }
    const begin = (left: readonly LeftAnswers[]) => {
      if (isGone) return
      for (const one of left) apply(one.changes)
      const submitted = left.findLast((one) => one.submits)
      if (submitted) setWantsSubmit({ judgement: submitted.judgement ?? null })
      made = createSaver({
        window,
        revision: submission.revision,
        savedAt: submission.savedAt,
        left,
        save: (body, key) =>
          call(
            api.forms.saveAnswers,
            { params: { submissionId }, body },
            // what is sent as the page goes must outlive it
            { idempotencyKey: key, ...(document.hidden ? { keepalive: true } : {}) },
          ),
        keep: keepAnswers(place),
        forget: (other) => void keepAnswers({ ...place, window: other })(null),
        onSaving: (next) => {
          if (!isGone) setSaving((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
        },
        onOthers: apply,
        onEnd: setEnd,
        onConflicts: (theirs) => {
          if (!isGone) setConflicts((before) => ({ ...before, ...theirs }))
        },
        onRefused: (problem) => {
          if (!isGone) setRefused(problem)
        },
        now: Date.now,
      })
      for (const [field, answer] of Object.entries(early.current)) made.change(field, answer)
      apply(early.current)
      early.current = {}
      latestSaver.current = made
      setSaver(made)
    }
    void findLeft(place).then(begin, () => begin([]))
    const leave = () => made?.flush()
    const show = () => {
      if (document.hidden) made?.flush()
      // the person comes back, perhaps from another window of the same form
      else if (navigator.onLine) made?.flush(true)
    }
    const retry = () => made?.retry()
    addEventListener('pagehide', leave)
    addEventListener('online', retry)
    document.addEventListener('visibilitychange', show)
    return () => {
      isGone = true
      removeEventListener('pagehide', leave)
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', show)
      made?.flush()
      release()
    }
  }, [userId, submissionId])

  return useMemo<FilledIn>(() => {
    const without = (field: string) =>
      setConflicts((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== field)))
    return {
      answers,
      change: (field, answer) => {
        setAnswers((before) => withChanges(before, { [field]: answer }))
        if (latestSaver.current) latestSaver.current.change(field, answer)
        else early.current = { ...early.current, [field]: answer }
      },
      saving,
      conflicts,
      keepOwn: (field) => {
        saver?.keepOwn(field, latest.current[field] ?? null)
        without(field)
      },
      takeOther: (field) => {
        setAnswers((before) => withChanges(before, { [field]: conflicts[field] ?? null }))
        saver?.takeOther(field)
        without(field)
      },
      refused,
      saver,
      end,
      async askEnd() {
        const body = { revision: saver?.revision ?? 0, window: 'end', changes: {} }
        // without an answer the end that is known counts
        const saved = await call(api.forms.saveAnswers, { params: { submissionId }, body }).catch(() => end)
        setEnd(saved)
        return saved.endsAt !== end.endsAt
      },
      wantsSubmit,
    }
  }, [answers, saving, conflicts, refused, saver, end, submissionId, wantsSubmit])
}

export function withChanges(answers: Answers, changes: AnswerChanges): Answers {
  const next: Record<string, AnswerValue> = { ...answers }
  for (const [field, answer] of Object.entries(changes)) {
    if (answer === null) delete next[field]
    else next[field] = answer
  }
  return next
}
