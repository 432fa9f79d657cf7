import type { JournalRecord } from '@learnt/contract/player'
import type { RuntimeCommit, RuntimeReply } from '@learnt/contract/runtime'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { gatherCommits, isSealed, type Journal } from './journal.ts'
import { Outbox, type Said } from './outbox.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

interface Sent {
  commit: RuntimeCommit
  keepalive: boolean
  token: string
  answer(status?: number, outcome?: RuntimeReply['outcome']): Promise<void>
  fail(): Promise<void>
}

function make() {
  const sent: Sent[] = []
  const kept = new Map<string, JournalRecord>()
  const events: string[] = []
  let bytes = 0
  const journal: Journal = {
    put: (record) => {
      bytes += JSON.stringify(record).length
      kept.set(`${record.epoch}:${record.sco}`, record)
    },
    remove: ({ epoch, sco, seq }) => {
      const key = `${epoch}:${sco}`
      if ((kept.get(key)?.seq ?? 0) <= seq) kept.delete(key)
    },
    pending: async () => [...kept.values()],
  }
  const outbox = new Outbox({
    attemptId: 'attempt',
    epoch: 3,
    token: 'token',
    journalKey: 'key',
    journal,
    now: () => 1000,
    send: (token, body, keepalive) =>
      new Promise((resolve, reject) => {
        const commit = JSON.parse(body) as RuntimeCommit
        const settle = () => vi.advanceTimersByTimeAsync(0).then(() => undefined)
        sent.push({
          commit,
          keepalive,
          token,
          async answer(status = 200, outcome = 'stored') {
            const reply: RuntimeReply = {
              outcome,
              savedAt: `saved ${commit.seq}`,
              ackedSeq: commit.seq,
              sco: null,
              attempt: { state: 'inprogress', progress: 0, scorePercent: null, totalSeconds: 0 },
            }
            resolve({ status, reply: status === 200 ? reply : null, retryAfter: 0 })
            await settle()
          },
          async fail() {
            reject(new TypeError('Failed to fetch'))
            await settle()
          },
        })
      }),
    onSaved: (at, end) => events.push(`${at}${end ? ' end' : ''}`),
    onUnsaved: (offline) => events.push(offline ? 'offline' : 'unsaved'),
    onStored: () => undefined,
    onStopped: (code) => events.push(`stopped ${code}`),
    onTokenExpired: () => events.push('expired'),
  })
  const last = () => sent.at(-1) as Sent
  return { outbox, sent, kept, events, last, written: () => bytes }
}

const said = (of: Partial<Said> = {}): Said => ({
  sco: 'one',
  visit: 1,
  snapshot: { a: '1' },
  elapsed: 1,
  initialized: true,
  end: false,
  ...of,
})
const note = (outbox: Outbox, of: object = {}) =>
  outbox.note({ sco: 'one', fn: 'SetValue', element: 'a', value: '1', result: 'true', error: '0', ...of })

describe('sending', () => {
  test('saved is the server’s answer, and only when nothing waits', async () => {
    const { outbox, events, last, kept } = make()
    outbox.add(said())
    expect(events).toEqual(['unsaved'])
    expect(kept.size).toBe(1)
    outbox.add(said({ snapshot: { a: '2' } }))
    await last().answer()
    expect(events).toEqual(['unsaved', 'unsaved'])
    expect(last().commit).toMatchObject({ seq: 2, snapshot: { a: '2' } })
    await last().answer()
    expect(events.at(-1)).toBe('saved 2')
    expect(kept.size).toBe(0)
  })

  test('what is said and not yet stored is not called saved by the answer to what was before it', async () => {
    const { outbox, events, last } = make()
    outbox.add(said())
    outbox.expectMore()
    outbox.expectMore()
    await last().answer()
    expect(events).toEqual(['unsaved', 'unsaved'])
    outbox.add(said({ snapshot: { a: '2' } }))
    await last().answer()
    expect(events.at(-1)).toBe('saved 2')
    outbox.expectMore()
    expect(events.at(-1)).toBe('unsaved')
  })

  test('one at a time, the newest of each item, the oldest item first', async () => {
    const { outbox, sent, last } = make()
    outbox.add(said())
    outbox.add(said({ sco: 'two', snapshot: { b: '1' } }))
    outbox.add(said({ snapshot: { a: '2' } }))
    outbox.add(said({ snapshot: { a: '3' } }))
    expect(sent).toHaveLength(1)
    await last().answer()
    expect(last().commit).toMatchObject({ sco: 'two', seq: 2 })
    await last().answer()
    expect(last().commit).toMatchObject({ sco: 'one', seq: 4, snapshot: { a: '3' } })
    await last().answer()
    expect(sent).toHaveLength(3)
  })

  test('is tried again, slower and slower, and notes the failure once', async () => {
    const { outbox, sent, last, events } = make()
    outbox.add(said())
    for (let round = 0; round < 6; round++) {
      await last().fail()
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(sent.length).toBe(7)
    expect(events.filter((event) => event === 'offline').length).toBe(6)
    const fns = last().commit.calls.map((call) => call.fn)
    expect(fns).toEqual(['networkFailed'])
    await last().answer()
    expect(events.at(-1)).toBe('saved 1')
    outbox.add(said())
    expect(last().commit.calls.map((call) => call.fn)).toEqual(['networkBack'])
  })

  test('a busy server is waited for', async () => {
    const { outbox, sent, last } = make()
    outbox.add(said())
    await last().answer(503)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(2)
  })

  test('stops for good when a later launch has taken over', async () => {
    const { outbox, sent, last, events, kept } = make()
    outbox.add(said())
    await last().answer(200, 'stale')
    expect(events.at(-1)).toBe('stopped stale')
    expect(kept.size).toBe(0)
    outbox.add(said())
    expect(sent).toHaveLength(1)
  })

  test.each([
    [403, 'not-allowed'],
    [422, 'refused'],
  ])('stops on %i', async (status, code) => {
    const { outbox, last, events } = make()
    outbox.add(said())
    await last().answer(status)
    expect(events.at(-1)).toBe(`stopped ${code}`)
    expect(await outbox.whenSaved(1000)).toBe(false)
  })

  test('waits for another token, and goes on with its epoch', async () => {
    const { outbox, sent, last, events, kept } = make()
    outbox.add(said())
    await last().answer(401)
    expect(events.at(-1)).toBe('expired')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    outbox.renew('another', 4)
    expect(last()).toMatchObject({ token: 'another', commit: { epoch: 4, seq: 1 } })
    expect([...kept.keys()]).toEqual(['4:one'])
    await last().answer()
    expect(kept.size).toBe(0)
  })

  test('whenSaved waits, and gives up in time', async () => {
    const { outbox, last } = make()
    expect(await outbox.whenSaved(100)).toBe(true)
    outbox.add(said({ end: true }))
    const late = outbox.whenSaved(100)
    await vi.advanceTimersByTimeAsync(150)
    expect(await late).toBe(false)
    const soon = outbox.whenSaved(1000)
    await last().answer()
    expect(await soon).toBe(true)
  })
})

describe('calls', () => {
  test('are not sent again once they are acknowledged', async () => {
    const { outbox, last } = make()
    note(outbox)
    outbox.add(said())
    note(outbox, { element: 'b' })
    outbox.add(said({ snapshot: { a: '2' } }))
    await last().fail()
    await vi.advanceTimersByTimeAsync(2000)
    expect(last().commit.calls.map((call) => [call.n, call.fn])).toEqual([
      [1, 'SetValue'],
      [2, 'SetValue'],
      [3, 'networkFailed'],
    ])
    await last().answer()
    outbox.add(said())
    expect(last().commit.calls.map((call) => call.fn)).toEqual(['networkBack'])
  })

  test('the same read again is counted', () => {
    const { outbox, last } = make()
    for (let times = 0; times < 5; times++) note(outbox, { fn: 'GetValue', value: undefined })
    note(outbox, { fn: 'GetValue', element: 'b', value: undefined })
    outbox.add(said())
    expect(last().commit.calls.map((call) => call.times)).toEqual([5, undefined])
    // What is on its way is not changed any more.
    note(outbox, { fn: 'GetValue', element: 'b', value: undefined })
    outbox.add(said())
    expect(last().commit.calls).toHaveLength(2)
  })

  test('that no commit takes along are sent after a while', async () => {
    const { outbox, sent, last } = make()
    outbox.add(said())
    await last().answer()
    note(outbox, { fn: 'GetLastError' })
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(last().commit).toMatchObject({ seq: 2, calls: [{ fn: 'GetLastError' }] })
  })
})

describe('the local queue', () => {
  test('grows with what is said, whatever the number of commits', async () => {
    const { outbox, kept, last, written } = make()
    outbox.add(said())
    const burst = 200
    for (let number = 1; number <= burst; number++) {
      note(outbox, { value: String(number) })
      outbox.add(said({ snapshot: { a: 'x'.repeat(2000) } }))
    }
    // Each commit and each call was written once.
    expect(written()).toBeLessThan(burst * 3000)
    const commits = gatherCommits('key', [...kept.values()])
    expect(commits.map(([, commit]) => commit.calls.map((call) => call.value))).toEqual([
      Array.from({ length: burst }, (_, index) => String(index + 1)),
    ])
    expect(gatherCommits('other key', [...kept.values()])).toEqual([])
    await last().answer()
    await last().answer()
    expect(kept.size).toBe(0)
  })
})

describe('leaving', () => {
  test('sends at once, beside what is under way', () => {
    const { outbox, sent } = make()
    outbox.add(said())
    outbox.leave(() => outbox.add(said({ snapshot: { a: '2' } })))
    outbox.add(said({ snapshot: { a: '3' }, end: true }))
    expect(sent.map((one) => [one.commit.seq, one.keepalive])).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ])
  })

  test('sends what changed where the whole does not fit, and leaves the rest to the local queue', async () => {
    const { outbox, sent, last, kept } = make()
    const long = 'x'.repeat(63_000)
    outbox.add(said({ snapshot: { data: long } }))
    await last().answer()
    outbox.leave(() => outbox.add(said({ snapshot: { data: `${long}!` } })))
    outbox.add(said({ snapshot: { data: `${long}!` }, end: true }))
    expect(sent.slice(1).map((one) => [one.keepalive, one.commit.end, one.commit.delta?.splice.length])).toEqual([
      [true, false, 1],
      [true, true, 1],
    ])
    outbox.add(said({ snapshot: { data: 'y'.repeat(63_000) }, end: true }))
    expect(sent).toHaveLength(3)
    const record = [...kept.values()][0] as JournalRecord
    expect((record.commit as RuntimeCommit).snapshot?.data?.startsWith('yyy')).toBe(true)
    expect(isSealed('key', record)).toBe(true)
    expect(isSealed('other key', record)).toBe(false)
    expect(isSealed('key', { ...record, commit: { ...(record.commit as RuntimeCommit), end: false } })).toBe(false)
  })

  test('an answer that comes late does not forget what came after', async () => {
    const { outbox, sent, kept } = make()
    outbox.add(said())
    outbox.leave(() => outbox.add(said({ snapshot: { a: '2' } })))
    await sent[0]?.answer()
    expect([...kept.values()].map((record) => record.seq)).toEqual([2])
    await sent[1]?.answer()
    expect(kept.size).toBe(0)
  })

  test('a page that comes back goes on as before', async () => {
    const { outbox, sent, last } = make()
    outbox.leave(() => outbox.add(said()))
    await last().fail()
    outbox.comeBack()
    expect(sent.map((one) => one.keepalive)).toEqual([true, false])
  })
})
