import type { CourseContent } from '@learnt/contract/courses'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import { type Backup, keepDraft, type Stored } from './draft.ts'

const content = (title: string): CourseContent => ({
  title,
  description: '',
  category: '',
  tags: [],
  imageFileId: null,
  sequential: false,
  reset: { kind: 'none' },
  mayStartOver: false,
  landing: { isShown: true, author: '', html: '' },
  sections: [],
  courseIds: [],
  prerequisites: [],
})
const stored = (title: string, revision: number): Stored<CourseContent> => ({
  content: content(title),
  revision,
  status: 'draft',
})
const unavailable = () => new ApiProblem({ status: 0, code: 'unavailable', title: 'No answer' })

/** A server that answers when the test says so. */
function givenDraft(title = 'Fire safety') {
  const asked: {
    revision: number
    title: string
    key: string
    answer: (savedAt?: string) => void
    refuse: (error: Error) => void
  }[] = []
  const backups: (Backup<CourseContent> | null)[] = []
  let keys = 0
  let onServer = stored(title, 1)
  const keeper = keepDraft(onServer, {
    send: (draft, key) =>
      new Promise((resolve, reject) =>
        asked.push({
          revision: draft.revision,
          title: draft.content.title,
          key,
          answer: (savedAt = '2026-11-21T12:04:00.000Z') => {
            onServer = { content: draft.content, revision: draft.revision + 1, status: 'draft' }
            resolve({ revision: onServer.revision, status: 'draft', savedAt })
          },
          refuse: reject,
        }),
      ),
    load: async () => onServer,
    check: (draft) => (draft.title === '' ? [{ path: 'title', message: 'required' }] : []),
    explain: (error, fields) => (error ? (error as Error).message : `${fields} fields`),
    keep: (backup) => backups.push(backup),
    newKey: () => `key${++keys}`,
  })
  const write = (next: string) => keeper.edit((draft) => ({ ...draft, title: next }))
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const last = () => {
    const request = asked.at(-1)
    if (!request) throw new Error('Nothing was sent')
    return request
  }
  return {
    keeper,
    asked,
    backups,
    write,
    pass,
    last,
    others: (next: Stored<CourseContent>) => (onServer = next),
    state: () => keeper.read(),
  }
}

describe('A draft', () => {
  beforeEach(() => void vi.useFakeTimers())

  it('is saved once after a pause in typing, and says so with the time only after the server answered', async () => {
    const { write, pass, asked, last, state } = givenDraft()
    write('Fire')
    write('Fire safety at work')
    expect(state().saving).toEqual({ state: 'unsaved' })
    await pass(899)
    expect(asked).toHaveLength(0)
    await pass(1)
    expect(asked).toHaveLength(1)
    expect(last()).toMatchObject({ revision: 1, title: 'Fire safety at work' })
    await pass(60_000)
    expect(state().saving).toEqual({ state: 'saving' })
    last().answer('2026-11-21T12:04:00.000Z')
    await pass(0)
    expect(state()).toMatchObject({
      saving: { state: 'saved', at: '2026-11-21T12:04:00.000Z' },
      revision: 2,
      dirty: false,
    })
  })

  it('is saved also while the author types without a pause', async () => {
    const { write, pass, asked } = givenDraft()
    for (let second = 0; second < 12; second++) {
      write(`Fire ${second}`)
      await pass(500)
    }
    expect(asked.length).toBeGreaterThanOrEqual(1)
  })

  it('does not say saved for text that the author typed during the save', async () => {
    const { write, pass, asked, last, state } = givenDraft()
    write('One')
    await pass(900)
    write('Two')
    last().answer()
    await pass(0)
    expect(state()).toMatchObject({ dirty: true, saving: { state: 'unsaved' }, content: { title: 'Two' } })
    await pass(900)
    expect(asked).toHaveLength(2)
    expect(last()).toMatchObject({ revision: 2, title: 'Two' })
    last().answer()
    await pass(0)
    expect(state().saving.state).toBe('saved')
  })

  it('keeps the text and retries while the server does not answer, the same text with the same key first', async () => {
    const { write, pass, asked, last, state, backups } = givenDraft()
    write('One')
    await pass(900)
    last().refuse(unavailable())
    await pass(0)
    expect(state()).toMatchObject({ saving: { state: 'retrying' }, dirty: true, content: { title: 'One' } })
    expect(backups.at(-1)?.content.title).toBe('One')
    write('Two')
    expect(state().saving).toEqual({ state: 'retrying' })
    expect(backups.at(-1)?.content.title).toBe('Two')
    await pass(2000)
    expect(asked.map((one) => [one.key, one.title])).toEqual([
      ['key1', 'One'],
      ['key1', 'One'],
    ])
    expect(state().saving).toEqual({ state: 'retrying' })
    last().answer()
    await pass(900)
    expect(last()).toMatchObject({ key: 'key2', title: 'Two', revision: 2 })
    last().answer()
    await pass(0)
    expect(state()).toMatchObject({ saving: { state: 'saved' }, dirty: false })
    expect(backups.at(-1)).toBeNull()
  })

  it('retries at once when the connection is back', async () => {
    const { keeper, write, pass, asked, last } = givenDraft()
    keeper.start()
    write('One')
    await pass(900)
    last().refuse(unavailable())
    await pass(10)
    dispatchEvent(new Event('online'))
    await pass(0)
    expect(asked).toHaveLength(2)
    keeper.stop()
  })

  it('stops saving when another author saved in between, and holds both versions', async () => {
    const { keeper, write, pass, asked, last, others, state, backups } = givenDraft()
    write('Mine')
    await pass(900)
    others(stored('Theirs', 5))
    const saved = { savedBy: 'Zed', savedAt: '2026-11-21T08:00:00.000Z' }
    last().refuse(new ApiProblem({ status: 409, code: 'stale', title: 'stale', ...saved }))
    await pass(0)
    expect(state()).toMatchObject({
      saving: { state: 'conflict' },
      dirty: true,
      content: { title: 'Mine' },
      theirs: { revision: 5 },
      saved: { by: 'Zed', at: new Date('2026-11-21T08:00:00.000Z') },
    })
    expect(backups.at(-1)?.content.title).toBe('Mine')
    write('Mine still')
    await pass(60_000)
    expect(asked).toHaveLength(1)
    expect(await keeper.flush()).toBe(false)
    keeper.adopt(stored('Theirs', 5))
    expect(state()).toMatchObject({ content: { title: 'Theirs' }, revision: 5, dirty: false, theirs: null })
  })

  it('recognises its own text when only the answer to it was lost', async () => {
    const { write, pass, last, others, state } = givenDraft()
    write('Mine')
    await pass(900)
    others(stored('Mine', 2))
    last().refuse(new ApiProblem({ status: 409, code: 'stale', title: 'stale' }))
    await pass(0)
    expect(state()).toMatchObject({ dirty: false, revision: 2, theirs: null, saving: { state: 'saved' } })
  })

  it('puts errors at their fields and waits for the next edit', async () => {
    const { write, pass, asked, last, state } = givenDraft()
    write('')
    await pass(900)
    expect(asked).toHaveLength(0)
    expect(state()).toMatchObject({ saving: { state: 'failed', reason: '1 fields' }, errors: { title: 'required' } })
    write('Long')
    await pass(900)
    last().refuse(
      new ApiProblem({
        status: 422,
        code: 'invalid-input',
        title: 'No',
        errors: [{ path: 'body.content.title', message: 'Too long' }],
      }),
    )
    await pass(120_000)
    expect(asked).toHaveLength(1)
    expect(state()).toMatchObject({ saving: { state: 'failed' }, errors: { title: 'Too long' }, dirty: true })
    write('Short')
    await pass(900)
    last().answer()
    await pass(0)
    expect(state()).toMatchObject({ saving: { state: 'saved' }, errors: {} })
  })

  it('says before the page closes whether everything is saved', async () => {
    const { keeper, write, pass, last } = givenDraft()
    expect(await keeper.flush()).toBe(true)
    write('One')
    const saved = keeper.flush()
    await pass(0)
    write('Two')
    last().answer()
    await pass(0)
    last().answer()
    await expect(saved).resolves.toBe(true)
    write('Three')
    const lost = keeper.flush()
    await pass(0)
    last().refuse(unavailable())
    await expect(lost).resolves.toBe(false)
  })

  it('never replaces unsaved text with an answer from elsewhere', async () => {
    const { keeper, write, state } = givenDraft()
    write('Mine')
    keeper.hear(stored('Theirs', 9))
    expect(state().content.title).toBe('Mine')
    keeper.adopt(stored('Fire safety', 2))
    keeper.hear(stored('Theirs', 9))
    expect(state()).toMatchObject({ content: { title: 'Theirs' }, revision: 9 })
  })
})
