import { openControls } from '@learnt/contract/package-tree'
import type { PackageItem } from '@learnt/contract/packages'
import type { RuntimeCall, ScoStatus } from '@learnt/contract/runtime'
import type { Elements } from '@learnt/contract/runtime-delta'
import { describe, expect, test } from 'vitest'
import { itemToOpen, judgeAttempt, judgeCall, judgeSco, sessionSeconds } from './judge.ts'

const item = (of: Partial<PackageItem> = {}): PackageItem => ({
  id: 'one',
  title: '',
  visible: true,
  href: 'one.html',
  type: 'sco',
  prerequisites: '',
  maxTimeAllowed: null,
  timeLimitAction: '',
  launchData: '',
  masteryScore: null,
  completionThreshold: null,
  controls: openControls,
  objectives: [],
  hide: [],
  children: [],
  ...of,
})
const over = { initialized: true, ended: true }
const running = { initialized: true, ended: false }

describe('SCORM 1.2', () => {
  const judge = (said: Elements, ending = over, of: Partial<PackageItem> = {}) =>
    judgeSco(
      'scorm12',
      item(of),
      Object.fromEntries(Object.entries(said).map(([key, value]) => [`cmi.core.${key}`, value])),
      ending,
    )

  test.each<[string, Elements, typeof over, ScoStatus]>([
    ['says nothing and goes', {}, over, 'completed'],
    ['says nothing and wants to come back', { exit: 'suspend' }, over, 'incomplete'],
    ['is under way', {}, running, 'incomplete'],
    ['never called', {}, { initialized: false, ended: true }, 'not attempted'],
    ['says incomplete', { lesson_status: 'incomplete' }, over, 'incomplete'],
    ['says failed', { lesson_status: 'failed' }, over, 'failed'],
    ['says nonsense', { lesson_status: 'brilliant' }, over, 'completed'],
  ])('%s', (_, said, ending, status) => {
    expect(judge(said, ending).status).toBe(status)
  })

  test('the mastery score decides at the end only', () => {
    expect(judge({ 'score.raw': '80', lesson_status: 'incomplete' }, over, { masteryScore: 80 }).status).toBe('passed')
    expect(judge({ 'score.raw': '79.9', lesson_status: 'completed' }, over, { masteryScore: 80 }).status).toBe('failed')
    expect(judge({ 'score.raw': '80', lesson_status: 'incomplete' }, running, { masteryScore: 80 }).status).toBe(
      'incomplete',
    )
    expect(judge({ lesson_status: 'completed' }, over, { masteryScore: 80 }).status).toBe('completed')
  })

  test('a learner who pauses is not judged: suspended, taken away or closed', () => {
    const said = { 'score.raw': '20', lesson_status: 'incomplete' }
    for (const [words, ending] of [
      [{ ...said, exit: 'suspend' }, over],
      [said, running],
    ] as const) {
      expect(judge(words, ending, { masteryScore: 80 })).toMatchObject({ status: 'incomplete', isSuspended: true })
    }
  })

  test('score and status are one verdict, by the range that the package gives', () => {
    const judged = judge({ 'score.raw': '9', 'score.max': '10', lesson_status: 'passed' }, over, { masteryScore: 80 })
    expect(judged).toMatchObject({ status: 'passed', score: 90 })
    expect(judge({ 'score.raw': '7', 'score.max': '10' }, over, { masteryScore: 80 })).toMatchObject({
      status: 'failed',
      score: 70,
    })
  })

  test.each<[Elements, number | null]>([
    [{ 'score.raw': '80' }, 80],
    [{ 'score.raw': '8', 'score.min': '0', 'score.max': '10' }, 80],
    [{ 'score.raw': '5', 'score.min': '5', 'score.max': '5' }, 5],
    [{ 'score.raw': '500' }, 100],
    [{ 'score.raw': '-3' }, 0],
    [{ 'score.raw': 'good' }, null],
    [{}, null],
  ])('score of %j is %s', (said, score) => {
    expect(judge(said).score).toBe(score)
  })
})

describe('SCORM 2004', () => {
  const judge = (said: Elements, ending = over, of: Partial<PackageItem> = {}) =>
    judgeSco(
      'scorm2004',
      item(of),
      Object.fromEntries(Object.entries(said).map(([key, value]) => [`cmi.${key}`, value])),
      ending,
    )
  const byMeasure = { objectives: [{ id: '', primary: true, satisfiedByMeasure: true, minNormalizedMeasure: 0.6 }] }

  test.each<[string, Elements, typeof over, ScoStatus]>([
    ['says nothing and goes', {}, over, 'completed'],
    ['says nothing and wants to come back', { exit: 'suspend' }, over, 'incomplete'],
    ['is under way', {}, running, 'incomplete'],
    ['never called', {}, { initialized: false, ended: true }, 'not attempted'],
    ['completed', { completion_status: 'completed' }, over, 'completed'],
    ['passed', { completion_status: 'incomplete', success_status: 'passed' }, over, 'passed'],
    ['failed and through', { completion_status: 'completed', success_status: 'failed' }, over, 'failed'],
    ['failed so far', { completion_status: 'incomplete', success_status: 'failed' }, over, 'incomplete'],
  ])('%s', (_, said, ending, status) => {
    expect(judge(said, ending).status).toBe(status)
  })

  test('content that sets its own completion is left alone', () => {
    expect(judge({}, over, { controls: { ...openControls, completionSetByContent: true } }).status).toBe('incomplete')
  })

  test('thresholds decide, whatever the package says', () => {
    expect(
      judge({ progress_measure: '0.7', completion_status: 'incomplete' }, over, { completionThreshold: 0.7 }).status,
    ).toBe('completed')
    expect(
      judge({ progress_measure: '0.69', completion_status: 'completed' }, over, { completionThreshold: 0.7 }).status,
    ).toBe('incomplete')
    expect(judge({ 'score.scaled': '0.6', success_status: 'failed' }, over, byMeasure).status).toBe('passed')
    expect(
      judge({ 'score.scaled': '0.59', success_status: 'passed', completion_status: 'completed' }, over, byMeasure)
        .status,
    ).toBe('failed')
  })

  test.each([
    ['suspended', { exit: 'suspend' }, over],
    ['taken away', {}, running],
  ] as const)('who is %s is not judged by thresholds', (_, more, ending) => {
    const said = { 'score.scaled': '0.2', progress_measure: '0.3', completion_status: 'completed', ...more }
    expect(judge(said, ending, { ...byMeasure, completionThreshold: 0.7 })).toMatchObject({
      status: 'completed',
      isSuspended: true,
    })
  })

  test('the scaled score counts, the raw one where there is none', () => {
    expect(judge({ 'score.scaled': '0.855', 'score.raw': '1' }).score).toBe(85.5)
    expect(judge({ 'score.scaled': '-0.5' }).score).toBe(0)
    expect(judge({ 'score.raw': '3', 'score.max': '4' }).score).toBe(75)
  })
})

test('an asset is done once it was opened', () => {
  expect(judgeSco('scorm12', item({ type: 'asset' }), {}, { initialized: false, ended: true }).status).toBe('completed')
})

test.each([
  ['is done once it was looked at', { initialized: false, ended: true }, {}, 'completed'],
  ['is under way while it is looked at', { initialized: false, ended: false }, {}, 'incomplete'],
  ['is a SCO once it calls', running, {}, 'incomplete'],
  ['is a SCO that says how it ends', over, { 'cmi.core.lesson_status': 'failed' }, 'failed'],
] as const)('an item of no known type %s', (_, ending, cmi, status) => {
  expect(judgeSco('scorm12', item({ type: 'unknown' }), cmi, ending).status).toBe(status)
})

test('session times of both editions', () => {
  expect(sessionSeconds({ 'cmi.core.session_time': '00:01:30.50' })).toBe(90.5)
  expect(sessionSeconds({ 'cmi.session_time': 'PT1M30.5S' })).toBe(90.5)
  expect(sessionSeconds({ 'cmi.session_time': 'a while' })).toBeNull()
  expect(sessionSeconds({})).toBeNull()
})

describe('the attempt', () => {
  const items = [
    item({ id: 'folder', href: null, type: null, children: [item({ id: 'a' }), item({ id: 'b' })] }),
    item({ id: 'c' }),
  ]
  const judge = (standings: Record<string, [ScoStatus, number | null, number?]>) =>
    judgeAttempt(items, (id) => {
      const one = standings[id]
      return one && { status: one[0], score: one[1], progressMeasure: one[2] ?? null }
    })

  test.each<[Record<string, [ScoStatus, number | null, number?]>, string, number, number | null]>([
    [{}, 'inprogress', 0, null],
    [{ a: ['incomplete', null] }, 'inprogress', 0, null],
    [{ a: ['completed', null] }, 'inprogress', 33.33, null],
    [{ a: ['completed', null], b: ['incomplete', null, 0.5] }, 'inprogress', 50, null],
    [{ a: ['completed', null], b: ['completed', null], c: ['completed', null] }, 'completed', 100, null],
    [{ a: ['completed', null], b: ['passed', 90], c: ['completed', null] }, 'passed', 100, 90],
    [{ a: ['passed', 80], b: ['failed', 40], c: ['completed', null] }, 'failed', 100, 60],
    [{ a: ['passed', 80], b: ['failed', 40], c: ['incomplete', null] }, 'inprogress', 66.67, 60],
  ])('%j', (standings, state, progress, score) => {
    expect(judge(standings)).toEqual({ state, progress, score })
  })

  test('opens where it was left', () => {
    const open = (current: string | null, isSuspended: boolean, statuses: Record<string, ScoStatus>) =>
      itemToOpen(items, current, isSuspended, (id) => statuses[id])
    expect(open(null, false, {})).toBe('a')
    expect(open('b', false, { a: 'completed', b: 'incomplete' })).toBe('b')
    expect(open('a', false, { a: 'completed' })).toBe('b')
    expect(open('a', true, { a: 'completed' })).toBe('a')
    expect(open('c', false, { c: 'completed', a: 'passed' })).toBe('b')
    expect(open('c', false, { c: 'completed', a: 'passed', b: 'passed' })).toBe('a')
    expect(open('gone', false, {})).toBe('a')
  })
})

test.each<[Partial<RuntimeCall>, object, string]>([
  [{ fn: 'SetValue' }, {}, 'recorded'],
  [{ fn: 'SetValue', error: '405' }, {}, 'refused'],
  [{ fn: 'GetValue' }, {}, 'read'],
  [{ fn: 'GetLastError', error: '405' }, {}, 'read'],
  [{ fn: 'Commit', at: 0 }, {}, 'late'],
  [{ fn: 'Terminate' }, { isReplay: true }, 'late'],
  [{ fn: 'SetValue' }, { isStale: true }, 'stale'],
])('call %j %j: %s', (call, of, verdict) => {
  const whole = { n: 1, at: 1_000_000, sco: 'one', result: 'true', error: '0', ...call } as RuntimeCall
  expect(judgeCall(whole, { isStale: false, isReplay: false, receivedAt: new Date(1_000_500), ...of })).toBe(verdict)
})
