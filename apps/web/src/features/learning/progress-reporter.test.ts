import type { Progress } from '@learnt/contract/learning'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import type { Saving } from '../../ui/SaveState.tsx'
import { createReporter, type ReporterOptions } from './progress-reporter.ts'
import type { ProgressBody } from './send-progress.ts'
import { keepUnsent, listUnsent, takeUnsent } from './unsent-reports.ts'

const step = { userId: 'u1', userCourseId: 'c1', activityId: 'a1' }
const noAnswer = new ApiProblem({ status: 0, code: 'unavailable', title: 'No answer' })
const refused = new ApiProblem({ status: 409, code: 'wrong-state', title: 'Locked', detail: 'This step is locked.' })
const answer = (of: Partial<Progress> = {}): Progress => ({
  state: 'inprogress',
  progress: 10,
  scorePercent: null,
  savedAt: '2026-11-21T12:04:00.000Z',
  course: { state: 'inprogress', progress: 5, completedAt: null },
  ...of,
})

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})

/** A visit of the step; `send` waits until the test answers. */
function visit(of: Partial<ReporterOptions> = {}) {
  const sent: {
    body: ProgressBody
    key: string
    answer: (progress?: Progress) => void
    fail: (error: Error) => void
  }[] = []
  const said: Saving[] = []
  const reporter = createReporter({
    send: (body, key) =>
      new Promise((resolve, reject) =>
        sent.push({ body, key, answer: (progress = answer()) => resolve(progress), fail: reject }),
      ),
    keep: keepUnsent(step, `visit${Math.random()}`),
    earlier: takeUnsent(step, Date.now()),
    known: [],
    savedAt: null,
    takeSeconds: () => 7,
    now: Date.now,
    onProgress: () => {},
    onSaving: (saving) => said.push(saving),
    ...of,
  })
  return { reporter, sent, said, saying: () => said.at(-1)?.state, kept: () => localStorage.length }
}
const rest = () => vi.advanceTimersByTimeAsync(0)

describe('what is said', () => {
  it('says "saved" only after the answer, with the server’s own time', async () => {
    const { reporter, sent, said, saying } = visit()
    expect(saying()).toBe('idle')
    reporter.opened()
    expect(saying()).toBe('saving')
    await vi.advanceTimersByTimeAsync(5000)
    expect(said.some(({ state }) => state === 'saved')).toBe(false)
    sent[0]?.answer(answer({ savedAt: '2026-11-21T12:04:05.000Z' }))
    await rest()
    expect(said.at(-1)).toEqual({ state: 'saved', at: '2026-11-21T12:04:05.000Z' })
  })

  it('says "retrying" without an answer, tries again by itself under the same key, and then says "saved"', async () => {
    const { reporter, sent, saying } = visit()
    reporter.opened()
    sent[0]?.fail(noAnswer)
    await rest()
    expect(saying()).toBe('retrying')
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ key: sent[0]?.key, body: sent[0]?.body })
    expect(saying()).toBe('retrying')
    sent[1]?.answer()
    await rest()
    expect(saying()).toBe('saved')
  })

  it('keeps the time of the last answer while a later report is under way', async () => {
    const { reporter, sent, said } = visit()
    reporter.opened()
    sent[0]?.answer()
    await rest()
    reporter.watched({ segments: [[0, 10]], position: 10, duration: 100 })
    reporter.flush()
    expect(said.at(-1)).toEqual({ state: 'saved', at: '2026-11-21T12:04:00.000Z' })
    sent[1]?.fail(noAnswer)
    await rest()
    expect(said.at(-1)?.state).toBe('retrying')
  })

  it('does not say "saved" for an earlier time while an earlier visit’s report waits', async () => {
    keepUnsent(
      step,
      'before',
    )({ at: Date.now(), batches: [{ key: 'k', body: { event: 'tick', seconds: 1 } }], watched: null })
    const { sent, saying } = visit({ savedAt: '2026-11-20T09:00:00.000Z' })
    expect(saying()).toBe('saving')
    sent[0]?.answer()
    await rest()
    expect(saying()).toBe('saved')
  })

  it('says what was refused and does not try that again', async () => {
    const { reporter, sent, said, kept } = visit()
    const ticked = reporter.tick().catch((error: Error) => error.message)
    sent[0]?.fail(refused)
    expect(await ticked).toBe('This step is locked.')
    expect(said.at(-1)).toEqual({ state: 'failed', reason: 'This step is locked.' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    expect(kept()).toBe(0)
  })
})

describe('what is sent', () => {
  it('opens once, and the tick is the view as well', async () => {
    const { reporter, sent } = visit()
    reporter.opened()
    reporter.opened()
    sent[0]?.answer()
    await rest()
    const ticked = reporter.tick()
    sent[1]?.answer(answer({ state: 'completed' }))
    await ticked
    expect(sent.map(({ body }) => body.event)).toEqual(['open', 'tick'])
  })

  it('sends each watched stretch once, and nothing when nothing is new', async () => {
    const { reporter, sent } = visit({ known: [[0, 20]] })
    reporter.watched({ segments: [[0, 25]], position: 25, duration: 100 })
    reporter.flush()
    sent[0]?.answer()
    await rest()
    reporter.watched({
      segments: [
        [0, 25],
        [60, 70],
      ],
      position: 70,
      duration: 100,
    })
    reporter.flush()
    sent[1]?.answer()
    await rest()
    reporter.watched({
      segments: [
        [0, 25],
        [60, 70],
      ],
      position: 70,
      duration: 100,
    })
    reporter.flush()
    expect(sent.map(({ body }) => ('segments' in body ? body.segments : null))).toEqual([[[20, 25]], [[60, 70]]])
    expect(sent[1]?.body).toMatchObject({ position: 70, duration: 100, seconds: 7 })
  })

  it('reports a new position without new stretches', async () => {
    const { reporter, sent } = visit({ known: [[0, 50]] })
    reporter.watched({ segments: [[0, 30]], position: 30, duration: 100 })
    reporter.flush()
    expect(sent[0]?.body).toMatchObject({ event: 'watch', position: 30, segments: [] })
  })

  it('gathers while a report is under way, and sends the rest right after when it was asked to', async () => {
    const { reporter, sent } = visit()
    reporter.watched({ segments: [[0, 10]], position: 10, duration: 100 })
    reporter.flush()
    reporter.watched({ segments: [[0, 20]], position: 20, duration: 100 })
    reporter.flush()
    reporter.watched({ segments: [[0, 24]], position: 24, duration: 100 })
    expect(sent).toHaveLength(1)
    sent[0]?.answer()
    await rest()
    expect(sent[1]?.body).toMatchObject({ segments: [[10, 24]], position: 24 })
  })

  it('sends the last words at once when the page goes, beside what is under way', () => {
    const { reporter, sent } = visit()
    reporter.opened()
    reporter.watched({ segments: [[0, 12]], position: 12, duration: 100 })
    reporter.leave()
    expect(sent.map(({ body }) => body.event)).toEqual(['open', 'watch', 'open'])
    expect(sent[1]?.body).toMatchObject({ segments: [[0, 12]] })
  })

  it('says nothing of time in a step that was never opened', () => {
    const { reporter, sent } = visit()
    reporter.leave()
    expect(sent).toHaveLength(0)
  })

  it('takes a report that stays in conflict for arrived', async () => {
    const { reporter, sent, kept } = visit()
    reporter.opened()
    for (let round = 0; round < 4; round++) {
      sent.at(-1)?.fail(new ApiProblem({ status: 409, code: 'conflict', title: 'Under way' }))
      await vi.advanceTimersByTimeAsync(30_000)
    }
    expect(sent).toHaveLength(4)
    expect(kept()).toBe(0)
  })
})

describe('what survives the page', () => {
  it('keeps unsent stretches on this device and sends them at the next visit, where it goes on too', async () => {
    const first = visit()
    first.reporter.watched({ segments: [[0, 8]], position: 8, duration: 100 })
    first.reporter.flush()
    first.sent[0]?.fail(noAnswer)
    await rest()
    first.reporter.watched({ segments: [[0, 15]], position: 15, duration: 100 })
    expect(first.kept()).toBe(1)
    // the page is gone without a word

    const second = visit({ savedAt: '2020-01-01T00:00:00.000Z' })
    expect(second.reporter.position).toBe(15)
    expect(second.sent[0]).toMatchObject({ key: first.sent[0]?.key, body: { segments: [[0, 8]] } })
    expect(second.said.some(({ state }) => state === 'saved')).toBe(false)
    second.sent[0]?.answer()
    await rest()
    second.reporter.flush()
    expect(second.sent[1]?.body).toMatchObject({ event: 'watch', segments: [[8, 15]] })
    second.sent[1]?.answer()
    await rest()
    expect(second.kept()).toBe(0)
    expect(second.saying()).toBe('saved')
  })

  it('forgets stretches that the server has got by another way', () => {
    keepUnsent(
      step,
      'before',
    )({
      at: Date.now() - 1000,
      batches: [{ key: 'k', body: { event: 'watch', position: 8, duration: 100, segments: [[0, 8]], seconds: 8 } }],
      watched: { segments: [[0, 15]], position: 15, duration: 100 },
    })
    const { sent, kept, reporter } = visit({ known: [[0, 50]], savedAt: new Date(Date.now() + 1000).toISOString() })
    expect(sent).toHaveLength(0)
    expect(kept()).toBe(0)
    expect(reporter.position).toBeNull()
  })

  it('leaves what was kept where it is for other steps and other people', () => {
    keepUnsent(
      { ...step, activityId: 'a2' },
      'v',
    )({ at: 1, batches: [], watched: { segments: [[0, 1]], position: 1, duration: 2 } })
    keepUnsent(
      { ...step, userId: 'u2' },
      'v',
    )({ at: 1, batches: [], watched: { segments: [[0, 1]], position: 1, duration: 2 } })
    expect(takeUnsent(step, Date.now())).toBeNull()
    expect(listUnsent('u1', Date.now())).toEqual([{ ...step, activityId: 'a2' }])
    expect(localStorage.length).toBe(2)
  })

  it('does not count time of a report a second time once the server may have forgotten its key', () => {
    const day = 86_400_000
    keepUnsent(
      step,
      'v',
    )({ at: Date.now() - day, batches: [{ key: 'k', body: { event: 'view', seconds: 90 } }], watched: null })
    expect(takeUnsent(step, Date.now())?.batches).toEqual([{ key: 'k', body: { event: 'view', seconds: 0 } }])
  })

  it('works where storage is forbidden or holds nonsense', () => {
    localStorage.setItem('learnt.unsent:u1:c1:a1:v', '{nonsense')
    expect(takeUnsent(step, Date.now())).toBeNull()
    expect(takeUnsent(step, Date.now(), null)).toBeNull()
    expect(() => keepUnsent(step, 'v', null)({ at: 1, batches: [], watched: null })).not.toThrow()
  })
})
