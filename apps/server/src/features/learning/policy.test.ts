import type { CompletionRule } from '@learnt/contract/courses'
import type { ProgressState } from '@learnt/contract/states'
import { describe, expect, it } from 'vitest'
import { makeActor } from '../../platform/actor.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import {
  better,
  judge,
  judgePackage,
  locksOf,
  mayOpenCourse,
  mayOpenStep,
  mayReportStep,
  mergeStretches,
  readMedia,
  resumeStep,
  watch,
  watchedPercent,
} from './policy.ts'

const me = makeActor({ userId: 'me', teamId: 't', tenantId: mintTenantId('t'), roles: ['learner'], sessionId: null })
const mine = { userId: 'me', isActive: true, isEnded: false, courseStatus: 'published', waitsFor: null }
const behind = { id: 'a', type: 'course', title: 'A', pathway: { id: 'p', title: 'P' }, isGiven: true } as const

describe('who may open a course', () => {
  it.each([
    ['one’s own', mine, null],
    ['with a draft beside it', { ...mine, courseStatus: 'publishedwithdraft' }, null],
    ['that is locked, to see what it waits for', { ...mine, waitsFor: behind }, null],
    ['somebody else’s', { ...mine, userId: 'you' }, 'hidden'],
    ['that nothing gives any more', { ...mine, isActive: false }, 'hidden'],
    ...['draft', 'draftwithchanges', 'unpublished', 'archived'].map(
      (courseStatus) => [courseStatus, { ...mine, courseStatus }, 'hidden'] as const,
    ),
  ] as const)('%s', (_, course, refusal) => {
    expect(mayOpenCourse(me, course)?.kind ?? null).toBe(refusal)
  })

  it('a step waits for its lock, and a hidden course hides its locks', () => {
    const lock = { reason: 'previous', waitsFor: 'One' } as const
    expect(mayOpenStep(me, { ...mine, lock: null })).toBeNull()
    expect(mayOpenStep(me, { ...mine, lock })).toEqual({ kind: 'state', reason: 'locked' })
    expect(mayOpenStep(me, { ...mine, waitsFor: behind, lock: null })).toEqual({ kind: 'state', reason: 'locked' })
    expect(mayOpenStep(me, { ...mine, userId: 'you', lock })?.kind).toBe('hidden')
  })

  it('what was under way when the next cycle began is recorded in the earlier one, and does not open', () => {
    const ended = { ...mine, isActive: false, isEnded: true, lock: null }
    expect(mayReportStep(me, ended)).toBeNull()
    expect(mayOpenStep(me, ended)?.kind).toBe('hidden')
    expect(mayReportStep(me, { ...ended, userId: 'you' })?.kind).toBe('hidden')
    expect(mayReportStep(me, { ...ended, isEnded: false })?.kind).toBe('hidden')
  })
})

describe('steps in order', () => {
  const steps = [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
    { id: 'c', title: 'C' },
  ]
  const at = (states: Record<string, ProgressState>) => (id: string) => states[id] ?? 'notstarted'

  it('open one after the other; what was begun stays open', () => {
    expect([...locksOf(true, steps, at({}))]).toEqual([
      ['b', { reason: 'previous', waitsFor: 'A' }],
      ['c', { reason: 'previous', waitsFor: 'A' }],
    ])
    expect([...locksOf(true, steps, at({ a: 'passed' })).keys()]).toEqual(['c'])
    expect([...locksOf(true, steps, at({ a: 'failed', b: 'completed', c: 'inprogress' })).keys()]).toEqual([])
    expect(locksOf(false, steps, at({})).size).toBe(0)
  })

  it('go on where it was left, else at the first open one', () => {
    const none = new Map()
    expect(resumeStep(steps, none, at({ a: 'completed' }), 'c')).toBe('c')
    expect(resumeStep(steps, none, at({ a: 'completed', c: 'completed' }), 'c')).toBe('b')
    expect(resumeStep(steps, none, at({}), 'gone')).toBe('a')
    expect(resumeStep(steps, none, at({ a: 'completed', b: 'passed', c: 'completed' }), 'c')).toBe('a')
    expect(resumeStep([], none, at({}), null)).toBeNull()
  })
})

describe('what an event makes of a step', () => {
  const rules: CompletionRule[] = [
    { rule: 'view' },
    { rule: 'tick' },
    { rule: 'watch', percent: 80 },
    { rule: 'score', percent: 80 },
    { rule: 'package' },
  ]
  const state = (rule: CompletionRule, event: Parameters<typeof judge>[1]) => judge(rule, event)?.state ?? null
  it.each([
    ['open', { event: 'open' }, ['inprogress', 'inprogress', 'inprogress', null, null]],
    ['view', { event: 'view' }, ['completed', 'inprogress', 'inprogress', null, null]],
    ['tick', { event: 'tick' }, [null, 'completed', null, null, null]],
    ['watch 79', { event: 'watch', percent: 79, toEnd: false }, ['inprogress', 'inprogress', 'inprogress', null, null]],
    ['watch 80', { event: 'watch', percent: 80, toEnd: false }, ['inprogress', 'inprogress', 'completed', null, null]],
    [
      'watch to the end',
      { event: 'watch', percent: 79, toEnd: true },
      ['completed', 'inprogress', 'inprogress', null, null],
    ],
  ] as const)('%s', (_, event, wanted) => {
    expect(rules.map((rule) => state(rule, event))).toEqual(wanted)
  })

  it('a package’s word counts, but where the rule asks for a score only that does', () => {
    const said = (state: ProgressState, scorePercent: number | null) => ({ state, progress: 100, scorePercent })
    expect(judgePackage({ rule: 'package' }, said('completed', null))).toEqual({ state: 'completed', progress: 100 })
    expect(judgePackage({ rule: 'package' }, said('failed', 90)).state).toBe('failed')
    const score = { rule: 'score', percent: 80 } as const
    expect(judgePackage(score, said('completed', 80))).toEqual({ state: 'passed', progress: 100 })
    expect(judgePackage(score, said('inprogress', 90)).state).toBe('passed')
    expect(judgePackage(score, said('passed', 79))).toEqual({ state: 'failed', progress: 99 })
    expect(judgePackage(score, said('inprogress', 10)).state).toBe('inprogress')
    expect(judgePackage(score, said('completed', null)).state).toBe('inprogress')
  })

  it('never goes backwards', () => {
    const all: ProgressState[] = ['notstarted', 'inprogress', 'completed', 'passed', 'failed']
    const order = ['notstarted', 'inprogress', 'failed', 'completed', 'passed']
    for (const before of all) {
      for (const now of all) {
        const result = better({ state: before, progress: 40, score: 60 }, { state: now, progress: 30, score: 50 })
        expect(order.indexOf(result.state)).toBe(Math.max(order.indexOf(before), order.indexOf(now)))
        expect(result.score).toBe(60)
        expect(result.progress).toBeGreaterThanOrEqual(40)
      }
    }
    expect(
      better({ state: 'inprogress', progress: 10, score: null }, { state: 'inprogress', progress: 20, score: 5 }),
    ).toEqual({ state: 'inprogress', progress: 20, score: 5 })
  })
})

describe('what was watched', () => {
  it('is merged, sorted, cut at the end', () => {
    expect(
      mergeStretches(
        [[30, 41]],
        [
          [0, 12.5],
          [12.7, 20],
          [50, 40.8],
          [95, 400],
        ],
        100,
      ),
    ).toEqual([
      [0, 20],
      [30, 50],
      [95, 100],
    ])
    expect(
      mergeStretches(
        [],
        [
          [5, 5],
          [-3, 2],
        ],
        100,
      ),
    ).toEqual([[0, 2]])
    const hops = Array.from({ length: 4000 }, (_, n): [number, number] => [n * 2, n * 2 + 1])
    expect(mergeStretches(hops, [], 10_000).length).toBeLessThanOrEqual(1000)
  })

  it('is a percentage of the longest that the film was said to be', () => {
    expect(
      watchedPercent(
        [
          [0, 25],
          [50, 75],
        ],
        100,
      ),
    ).toBe(50)
    expect(watchedPercent([[0, 99.6]], 100)).toBe(100)
    expect(watchedPercent([[0, 10]], 0)).toBe(0)
    const first = watch(readMedia(null), { position: 10, duration: 100, segments: [[0, 10]] })
    expect(watch(first, { position: 90, duration: 10, segments: [[0, 90]] })).toEqual({
      position: 90,
      duration: 100,
      segments: [[0, 90]],
    })
  })
})
