import type { Saved } from '@learnt/contract/forms/operations'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import type { Saving } from '../../ui/SaveState.tsx'
import { createSaver, type SaveBody, type SaverOptions } from './answer-saver.ts'
import { type AnswerChanges, findLeft, keepAnswers } from './kept-answers.ts'

const place = { userId: 'u1', submissionId: 's1', window: 'w1' }
const noAnswer = new ApiProblem({ status: 0, code: 'unavailable', title: 'No answer' })
const saved = (of: Partial<Saved> = {}): Saved => ({
  revision: 2,
  savedAt: '2026-11-25T12:04:00.000Z',
  conflicts: [],
  others: {},
  endsAt: null,
  ...of,
})

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})

/** A window in which the form is open; each save waits until the test answers it. */
function window(of: Partial<SaverOptions> = {}) {
  const sent: { body: SaveBody; key: string; answer: (saved?: Saved) => void; fail: (error: Error) => void }[] = []
  const said: Saving[] = []
  const others: AnswerChanges[] = []
  const conflicts: AnswerChanges[] = []
  const refused: ApiProblem[] = []
  const saver = createSaver({
    window: place.window,
    revision: 1,
    savedAt: null,
    left: [],
    save: (body, key) =>
      new Promise((resolve, reject) =>
        sent.push({ body, key, answer: (reply = saved()) => resolve(reply), fail: reject }),
      ),
    keep: keepAnswers(place),
    forget: (name) => void keepAnswers({ ...place, window: name })(null),
    onSaving: (saving) => said.push(saving),
    onOthers: (changes) => others.push(changes),
    onConflicts: (theirs) => conflicts.push(theirs),
    onRefused: (problem) => refused.push(problem),
    now: Date.now,
    ...of,
  })
  return { saver, sent, others, conflicts, refused, said, saying: () => said.at(-1) }
}
const rest = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const kept = async () => (await findLeft({ ...place, window: 'other' }))[0]

describe('saving while somebody types', () => {
  it('sends what came in a moment as one save, and says "saved" with the time of the server', async () => {
    const { saver, sent, saying } = window()
    saver.change('a', 'H')
    saver.change('a', 'Hi')
    saver.change('b', 3)
    expect(saying()).toEqual({ state: 'unsaved' })
    await rest(1000)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({ revision: 1, window: 'w1', changes: { a: 'Hi', b: 3 } })
    expect(saying()).toEqual({ state: 'saving' })
    sent[0]?.answer()
    await rest()
    expect(saying()).toEqual({ state: 'saved', at: '2026-11-25T12:04:00.000Z' })
    expect(await kept()).toBeUndefined()
  })

  it('does not say "saved" while newer letters wait', async () => {
    const { saver, sent, saying } = window()
    saver.change('a', 'H')
    await rest(1000)
    saver.change('a', 'Hi')
    sent[0]?.answer()
    await rest()
    expect(saying()?.state).toBe('unsaved')
    await rest(1000)
    expect(sent[1]?.body).toEqual({ revision: 2, window: 'w1', changes: { a: 'Hi' } })
  })

  it('keeps what cannot be sent on the device, and sends the same again under the same key', async () => {
    const { saver, sent, saying } = window()
    saver.change('a', 'Hi')
    await rest(1000)
    sent[0]?.fail(noAnswer)
    await rest()
    expect(saying()).toEqual({ state: 'retrying' })
    saver.change('b', true)
    expect((await kept())?.changes).toEqual({ a: 'Hi', b: true })
    saver.retry()
    await rest()
    expect(sent[1]?.key).toBe(sent[0]?.key)
    expect(sent[1]?.body.changes).toEqual({ a: 'Hi' })
    sent[1]?.answer()
    await rest(1000)
    expect(sent[2]?.body.changes).toEqual({ b: true })
  })

  it('says so when the device keeps nothing', async () => {
    const { saver, sent, saying } = window({ keep: () => false })
    saver.change('a', 'Hi')
    await rest(1000)
    sent[0]?.fail(noAnswer)
    await rest()
    expect(saying()).toEqual({ state: 'failed' })
  })

  it('sends what a window that is gone has left before anything else, with what that window had seen', async () => {
    keepAnswers({ ...place, window: 'gone' })({ at: 1, revision: 7, changes: { a: 'old' }, submits: false })
    const left = await findLeft(place)
    const { saver, sent } = window({ left, revision: 9 })
    saver.change('b', 1)
    expect(sent[0]?.body).toEqual({ revision: 7, window: 'gone', changes: { a: 'old' } })
    sent[0]?.answer(saved({ revision: 10 }))
    await rest(1000)
    expect(sent[1]?.body).toEqual({ revision: 10, window: 'w1', changes: { b: 1 } })
    expect(localStorage.getItem('learnt.form:u1:s1:gone')).toBeNull()
  })

  it('leaves out one answer that cannot be kept, and saves the others', async () => {
    const { saver, sent, saying } = window()
    saver.change('a', 'good')
    saver.change('b', 'bad')
    await rest(1000)
    const errors = [{ path: 'body.changes.b', message: 'This is not valid', code: 'invalid' }]
    sent[0]?.fail(new ApiProblem({ status: 422, code: 'invalid-input', title: 'Invalid', errors }))
    await rest(1000)
    expect(saying()).toMatchObject({ state: 'failed', reason: 'This is not valid' })
    expect(sent[1]?.body.changes).toEqual({ a: 'good' })
  })
})

describe('two windows', () => {
  it('shows what the other one saved, but never over what is typed here', async () => {
    const { saver, sent, others } = window()
    saver.change('a', 'mine')
    await rest(1000)
    saver.change('b', 'typing')
    sent[0]?.answer(saved({ others: { b: 'theirs', c: 'theirs' } }))
    await rest()
    expect(others).toEqual([{ c: 'theirs' }])
  })

  it('lets the person choose between two answers, and sends nothing over the other one before', async () => {
    const { saver, sent, conflicts, saying } = window()
    saver.change('a', 'mine')
    await rest(1000)
    sent[0]?.answer(saved({ conflicts: [{ field: 'a', value: 'theirs' }] }))
    await rest()
    expect(conflicts).toEqual([{ a: 'theirs' }])
    expect(saying()).toEqual({ state: 'conflict' })
    saver.change('a', 'mine, longer')
    await rest(5000)
    expect(sent).toHaveLength(1)
    expect((await kept())?.changes).toEqual({ a: 'mine, longer' })
    saver.keepOwn('a', 'mine, longer')
    await rest()
    expect(sent[1]?.body).toMatchObject({ revision: 2, changes: { a: 'mine, longer' } })
  })

  it('takes the same answer from both for no conflict', async () => {
    const { saver, sent, conflicts, saying } = window()
    saver.change('a', 'same')
    await rest(1000)
    sent[0]?.answer(saved({ conflicts: [{ field: 'a', value: 'same' }] }))
    await rest()
    expect(conflicts).toEqual([])
    expect(saying()?.state).toBe('saved')
  })
})

describe('submitting', () => {
  it('waits for the save under way, and hands over the rest', async () => {
    const { saver, sent } = window()
    saver.change('a', 1)
    await rest(1000)
    saver.change('b', 2)
    const body = saver.stop()
    sent[0]?.answer()
    expect(await body).toEqual({ revision: 2, window: 'w1', changes: { b: 2 } })
    await rest(5000)
    expect(sent).toHaveLength(1)
    saver.done()
    expect(await kept()).toBeUndefined()
  })

  it('goes on saving when the submission did not go through, and remembers that it was wanted', async () => {
    const { saver, sent } = window()
    saver.change('a', 1)
    const body = await saver.stop()
    saver.wantSubmit(true)
    expect(body.changes).toEqual({ a: 1 })
    saver.goOn()
    expect(await kept()).toMatchObject({ changes: { a: 1 }, submits: true })
    await rest(1000)
    expect(sent[0]?.body.changes).toEqual({ a: 1 })
  })

  it('reports when the server accepts no more answers, and keeps what was typed', async () => {
    const { saver, sent, refused } = window()
    saver.change('a', 1)
    await rest(1000)
    sent[0]?.fail(new ApiProblem({ status: 409, code: 'wrong-state', title: 'The time is over' }))
    await rest(60_000)
    expect(refused).toHaveLength(1)
    expect(sent).toHaveLength(1)
    expect((await kept())?.changes).toEqual({ a: 1 })
  })
})
