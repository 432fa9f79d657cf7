import type { ActivityContent, Progress } from '@learnt/contract/learning'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Saving } from '../../ui/SaveState.tsx'
import { createReporter, type Reporter } from './progress-reporter.ts'
import { sendProgress } from './send-progress.ts'
import { measureTime, type TimeSpent } from './time-spent.ts'
import { keepUnsent, takeUnsent, type Watched } from './unsent-reports.ts'

/** Whose work is recorded, and who wants to know. */
export interface RecordFor {
  userId: string
  userCourseId: string
  /** After every answer of the server; null after a package was closed: then anything may have changed. */
  onProgress: (progress: Progress | null) => void
}

/** What the view of a step tells. */
export interface Recorder {
  /** The content is on screen. */
  opened(): void
  /** It was shown to its end or for the time it takes to read; a link was followed, a file downloaded. */
  seen(): void
  tick(): Promise<void>
  watched(watched: Watched): void
  playing(playing: boolean): void
  flush(): void
  /** Where this device left off after the server's last word. */
  readonly position: number | null
  /** How the step stands by the server's last word. */
  state: ActivityContent['state']
  progress: number
  saving: Saving
}

/** Reports of a playing film or sound. */
const reportEvery = 10_000

/** Records one step while it is on screen; null in a preview. Give the component that uses it the step's id as key. */
export function useRecorder(content: ActivityContent, record: RecordFor | null): Recorder | null {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [standing, setStanding] = useState({ state: content.state, progress: content.progress })
  const [made, setMade] = useState<{ reporter: Reporter; time: TimeSpent; playing: (playing: boolean) => void } | null>(
    null,
  )
  const onProgress = useRef(record?.onProgress)
  onProgress.current = record?.onProgress
  const first = useRef(content)
  const userId = record?.userId
  const userCourseId = record?.userCourseId

  useEffect(() => setStanding({ state: content.state, progress: content.progress }), [content.state, content.progress])

  useEffect(() => {
    if (!userId || !userCourseId) return
    const content = first.current
    const step = { userId, userCourseId, activityId: content.id }
    const time = measureTime(Date.now, !document.hidden)
    let here = true
    const reporter = createReporter({
      send: (body, key) => sendProgress(step, body, key),
      earlier: takeUnsent(step, Date.now()),
      keep: keepUnsent(step, crypto.randomUUID()),
      known: 'segments' in content ? content.segments : [],
      savedAt: content.savedAt,
      takeSeconds: time.take,
      now: Date.now,
      onProgress: (progress) => {
        if (here) setStanding({ state: progress.state, progress: progress.progress })
        onProgress.current?.(progress)
      },
      onSaving: (next) => {
        if (here) setSaving((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
      },
    })
    let timer: ReturnType<typeof setInterval> | undefined
    const playing = (is: boolean) => {
      time.setPlaying(is)
      clearInterval(timer)
      if (is) timer = setInterval(reporter.flush, reportEvery)
      else reporter.flush()
    }
    const touch = () => time.touch()
    const show = () => {
      time.setVisible(!document.hidden)
      // NOTE on a phone this may be the last that the page hears
      if (document.hidden) reporter.leave()
    }
    const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const
    for (const name of touches) addEventListener(name, touch, { passive: true, capture: true })
    addEventListener('pagehide', reporter.leave)
    addEventListener('online', reporter.retry)
    document.addEventListener('visibilitychange', show)
    setMade({ reporter, time, playing })
    return () => {
      for (const name of touches) removeEventListener(name, touch, { capture: true })
      removeEventListener('pagehide', reporter.leave)
      removeEventListener('online', reporter.retry)
      document.removeEventListener('visibilitychange', show)
      clearInterval(timer)
      here = false
      // goes on by itself until the server has it all
      reporter.leave()
    }
  }, [userId, userCourseId])

  return useMemo(() => {
    if (!made) return null
    const { reporter, playing } = made
    return {
      opened: reporter.opened,
      seen: reporter.seen,
      tick: reporter.tick,
      watched: reporter.watched,
      flush: reporter.flush,
      playing,
      position: reporter.position,
      ...standing,
      saving,
    }
  }, [made, standing, saving])
}
