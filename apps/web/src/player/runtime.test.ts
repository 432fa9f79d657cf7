import { openControls } from '@learnt/contract/package-tree'
import type { PackageItem } from '@learnt/contract/packages'
import { describe, expect, test } from 'vitest'
import type { NavigationRequest, Opening, RuntimeEvents } from './runtime.ts'
import { inLoadingOrder } from './runtime.ts'
import { clockTime, openRuntime12 } from './runtime-12.ts'
import { openRuntime2004, readRequest, timeSpan } from './runtime-2004.ts'

const item: PackageItem = {
  id: 'one',
  title: 'One',
  visible: true,
  href: 'one.html',
  type: 'sco',
  prerequisites: '',
  maxTimeAllowed: 3600,
  timeLimitAction: 'exit,message',
  launchData: 'hello',
  masteryScore: null,
  completionThreshold: null,
  controls: openControls,
  objectives: [],
  hide: [],
  children: [],
}

function open(edition: '12' | '2004', of: Partial<Opening> = {}) {
  const log: string[] = []
  const stores: boolean[] = []
  let request: NavigationRequest | null | undefined
  const events: RuntimeEvents = {
    onCall: (call) => log.push([call.fn, call.element ?? '', call.value ?? '', call.result, call.error].join('|')),
    onStore: (end) => stores.push(end),
    onInitialize: () => undefined,
    onTerminate: (asked) => {
      request = asked
    },
  }
  const opening: Opening = {
    item,
    mode: 'normal',
    learner: { id: 'person', name: 'Doe, Jane' },
    before: null,
    entry: 'ab-initio',
    totalSeconds: 0,
    mayNavigate: (what, target) => what === 'continue' || target === 'two',
    ...of,
  }
  const runtime = (edition === '12' ? openRuntime12 : openRuntime2004)(opening, events)
  const call = (name: string, ...given: unknown[]) => (runtime.api[name] as (...given: unknown[]) => string)(...given)
  return { runtime, call, log, stores, request: () => request }
}

describe('SCORM 1.2', () => {
  test('is filled before the package asks', () => {
    const { call } = open('12', { totalSeconds: 3725.5 })
    expect(call('LMSInitialize', '')).toBe('true')
    expect(
      [
        'cmi.core.lesson_status',
        'cmi.core.entry',
        'cmi.core.student_name',
        'cmi.core.credit',
        'cmi.core.lesson_mode',
        'cmi.launch_data',
        'cmi.core.total_time',
        'cmi.student_data.time_limit_action',
      ].map((element) => call('LMSGetValue', element)),
    ).toEqual(['not attempted', 'ab-initio', 'Doe, Jane', 'credit', 'normal', 'hello', '01:02:05.5', 'exit,message'])
  })

  test('records every call with its result and its error', () => {
    const { call, log } = open('12')
    call('LMSGetValue', 'cmi.core.lesson_status')
    call('LMSInitialize', '')
    call('LMSSetValue', 'cmi.core.student_id', 'me')
    call('LMSSetValue', 'cmi.core.score.raw', 80)
    call('LMSGetLastError')
    expect(log).toEqual([
      'GetValue|cmi.core.lesson_status|||301',
      'Initialize|||true|0',
      'SetValue|cmi.core.student_id|me|false|403',
      'SetValue|cmi.core.score.raw|80|true|0',
      'GetLastError|||0|0',
    ])
  })

  test.each([
    ['says nothing: completed', [], null, 'completed'],
    ['wants to come back: incomplete', [['cmi.core.exit', 'suspend']], null, 'incomplete'],
    ['says incomplete: incomplete', [['cmi.core.lesson_status', 'incomplete']], null, 'incomplete'],
    [
      'reaches the mastery score: passed',
      [
        ['cmi.core.score.raw', '80'],
        ['cmi.core.lesson_status', 'incomplete'],
      ],
      80,
      'passed',
    ],
    [
      'misses the mastery score: failed',
      [
        ['cmi.core.score.raw', '79'],
        ['cmi.core.lesson_status', 'completed'],
      ],
      80,
      'failed',
    ],
  ] as const)('who %s', (_, values, masteryScore, status) => {
    const { call, runtime, stores } = open('12', { item: { ...item, masteryScore } })
    call('LMSInitialize', '')
    for (const [element, value] of values) call('LMSSetValue', element, value)
    expect(call('LMSFinish', '')).toBe('true')
    expect(runtime.snapshot()['cmi.core.lesson_status']).toBe(status)
    expect(stores.at(-1)).toBe(true)
    expect(runtime.isTerminated).toBe(true)
  })

  test('reads back what it wrote before a pause, whatever the mastery score', () => {
    const first = open('12', { item: { ...item, masteryScore: 80 } })
    first.call('LMSInitialize', '')
    first.call('LMSSetValue', 'cmi.core.lesson_status', 'incomplete')
    first.call('LMSSetValue', 'cmi.core.score.raw', '20')
    first.call('LMSSetValue', 'cmi.core.exit', 'suspend')
    expect(first.call('LMSFinish', '')).toBe('true')
    const second = open('12', {
      item: { ...item, masteryScore: 80 },
      before: first.runtime.snapshot(),
      entry: 'resume',
    })
    second.call('LMSInitialize', '')
    expect(second.call('LMSGetValue', 'cmi.core.lesson_status')).toBe('incomplete')
    expect(second.call('LMSGetValue', 'cmi.core.score.raw')).toBe('20')
  })

  test('takes nothing after LMSFinish', () => {
    const { call, runtime, stores } = open('12')
    call('LMSInitialize', '')
    call('LMSSetValue', 'cmi.core.score.raw', '50')
    call('LMSSetValue', 'cmi.core.lesson_status', 'completed')
    expect(call('LMSFinish', '')).toBe('true')
    const before = runtime.snapshot()
    const stored = stores.length
    for (const [name, ...given] of [
      ['LMSSetValue', 'cmi.core.score.raw', '99'],
      ['LMSCommit', ''],
      ['LMSFinish', ''],
    ] as const) {
      expect([name, call(name, ...given), call('LMSGetLastError')]).toEqual([name, 'false', '301'])
    }
    expect([call('LMSGetValue', 'cmi.core.score.raw'), call('LMSGetLastError')]).toEqual(['', '301'])
    expect(runtime.snapshot()).toEqual(before)
    expect(stores.length).toBe(stored)
  })

  test('a snapshot opens the next session where the last one ended', () => {
    const first = open('12')
    first.call('LMSInitialize', '')
    const said = {
      'cmi.core.lesson_location': '7',
      'cmi.core.lesson_status': 'incomplete',
      'cmi.suspend_data': 'x'.repeat(20_000),
      'cmi.core.score.raw': '0',
      'cmi.objectives.0.id': 'o',
      'cmi.objectives.0.status': 'passed',
      'cmi.core.exit': 'suspend',
      'cmi.core.session_time': '00:10:00',
    }
    for (const [element, value] of Object.entries(said))
      expect([element, first.call('LMSSetValue', element, value)]).toEqual([element, 'true'])
    for (let number = 0; number < 12; number++) first.call('LMSSetValue', `cmi.interactions.${number}.id`, `q${number}`)
    first.call('LMSFinish', '')
    const snapshot = first.runtime.snapshot()
    expect(snapshot).toMatchObject(said)
    expect(Object.keys(snapshot).filter((element) => /student_id|launch_data|entry|total_time/.test(element))).toEqual(
      [],
    )
    const second = open('12', { before: snapshot, entry: 'resume', totalSeconds: 600 })
    second.call('LMSInitialize', '')
    expect(
      [
        'cmi.core.lesson_location',
        'cmi.core.lesson_status',
        'cmi.core.entry',
        'cmi.core.score.raw',
        'cmi.objectives.0.id',
        'cmi.interactions._count',
      ].map((element) => second.call('LMSGetValue', element)),
    ).toEqual(['7', 'incomplete', 'resume', '0', 'o', '12'])
    expect(second.call('LMSGetValue', 'cmi.suspend_data').length).toBe(20_000)
    expect(second.runtime.snapshot()['cmi.core.exit']).toBeUndefined()
  })

  test('looking again changes no status', () => {
    const { call, runtime } = open('12', { mode: 'review', before: { 'cmi.core.lesson_status': 'passed' } })
    call('LMSInitialize', '')
    expect(call('LMSGetValue', 'cmi.core.credit')).toBe('no-credit')
    call('LMSFinish', '')
    expect(runtime.snapshot()['cmi.core.lesson_status']).toBe('passed')
  })
})

describe('SCORM 2004', () => {
  test('is filled before the package asks', () => {
    const { call } = open('2004', {
      totalSeconds: 3725.5,
      item: {
        ...item,
        completionThreshold: 0.7,
        objectives: [{ id: 'goal', primary: true, satisfiedByMeasure: true, minNormalizedMeasure: 0.6 }],
      },
    })
    call('Initialize', '')
    expect(
      [
        'cmi.completion_status',
        'cmi.entry',
        'cmi.learner_name',
        'cmi.mode',
        'cmi.total_time',
        'cmi.completion_threshold',
        'cmi.scaled_passing_score',
        'cmi.objectives.0.id',
        'cmi.max_time_allowed',
      ].map((element) => call('GetValue', element)),
    ).toEqual(['unknown', 'ab-initio', 'Doe, Jane', 'normal', 'PT1H2M5.5S', '0.7', '0.6', 'goal', 'PT1H0S'])
  })

  test('thresholds decide at the end', () => {
    const { call, runtime } = open('2004', {
      item: {
        ...item,
        completionThreshold: 0.7,
        objectives: [{ id: '', primary: true, satisfiedByMeasure: true, minNormalizedMeasure: 0.6 }],
      },
    })
    call('Initialize', '')
    call('SetValue', 'cmi.progress_measure', '0.7')
    call('SetValue', 'cmi.score.scaled', '0.59')
    call('Terminate', '')
    expect(runtime.snapshot()).toMatchObject({ 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' })
  })

  test.each([
    ['exit suspend', 'cmi.exit', 'suspend'],
    ['suspendAll', 'adl.nav.request', 'suspendAll'],
  ])('thresholds leave the words of a package alone that pauses by %s', (_, element, value) => {
    const { call, runtime } = open('2004', {
      item: {
        ...item,
        completionThreshold: 0.7,
        objectives: [{ id: '', primary: true, satisfiedByMeasure: true, minNormalizedMeasure: 0.6 }],
      },
    })
    call('Initialize', '')
    call('SetValue', 'cmi.completion_status', 'completed')
    call('SetValue', 'cmi.progress_measure', '0.3')
    call('SetValue', 'cmi.score.scaled', '0.2')
    call('SetValue', element, value)
    expect(call('Terminate', '')).toBe('true')
    expect(runtime.snapshot()).toMatchObject({
      'cmi.completion_status': 'completed',
      'cmi.success_status': 'unknown',
      'cmi.exit': 'suspend',
    })
    expect([call('SetValue', 'cmi.location', '9'), call('GetLastError')]).toEqual(['false', '133'])
  })

  test('answers what may be asked for', () => {
    const { call, log } = open('2004')
    call('Initialize', '')
    call('GetValue', 'cmi.nonsense')
    expect(
      ['continue', 'previous', 'choice.{target=two}', 'choice.{target=three}', 'jump.{target=two}'].map((what) =>
        call('GetValue', `adl.nav.request_valid.${what}`),
      ),
    ).toEqual(['true', 'false', 'true', 'false', 'true'])
    expect(log.at(-1)).toBe('GetValue|adl.nav.request_valid.jump.{target=two}||true|0')
  })

  test.each([
    ['continue', { to: 'continue' }],
    ['suspendAll', { to: 'suspendAll' }],
    ['{target=two}choice', { to: 'choice', target: 'two' }],
    ['_none_', null],
  ])('hands %s on at the end', (value, expected) => {
    const { call, request } = open('2004')
    call('Initialize', '')
    expect(call('SetValue', 'adl.nav.request', value)).toBe('true')
    expect(request()).toBeUndefined()
    call('Terminate', '')
    expect(request()).toEqual(expected)
    expect(readRequest(value)).toEqual(expected)
  })

  test('a snapshot opens the next session where the last one ended', () => {
    const first = open('2004')
    first.call('Initialize', '')
    const said: Record<string, string> = {
      'cmi.location': '7',
      'cmi.completion_status': 'incomplete',
      'cmi.suspend_data': 'x'.repeat(64_000),
      'cmi.score.scaled': '0',
      'cmi.exit': 'suspend',
    }
    for (let number = 0; number < 12; number++) said[`cmi.objectives.${number}.id`] = `goal${number}`
    said['cmi.interactions.0.id'] = 'q'
    said['cmi.interactions.0.type'] = 'fill-in'
    for (let number = 0; number < 11; number++)
      said[`cmi.interactions.0.correct_responses.${number}.pattern`] = `a${number}`
    for (const [element, value] of Object.entries(said))
      expect([element, first.call('SetValue', element, value)]).toEqual([element, 'true'])
    first.call('Terminate', '')
    const second = open('2004', { before: first.runtime.snapshot(), entry: 'resume' })
    second.call('Initialize', '')
    for (const [element, value] of Object.entries(said)) {
      if (element !== 'cmi.exit') expect([element, second.call('GetValue', element)]).toEqual([element, value])
    }
    expect(second.call('GetValue', 'cmi.interactions.0.correct_responses._count')).toBe('11')
  })
})

test('times are written as each edition wants them', () => {
  expect([0, 59.999, 3725.5, 36_000_000].map(clockTime)).toEqual([
    '0000:00:00.00',
    '0000:01:00.00',
    '0001:02:05.50',
    '9999:00:00.00',
  ])
  expect([0, 61, 3600, 3725.5].map(timeSpan)).toEqual(['PT0S', 'PT1M1S', 'PT1H0S', 'PT1H2M5.5S'])
})

test('elements are loaded in an order that their rules allow', () => {
  const elements = {
    'cmi.interactions.10.id': 'k',
    'cmi.interactions.2.type': 't',
    'cmi.interactions.2.latency': 'l',
    'cmi.interactions.2.id': 'c',
    'cmi.interactions.2.objectives.1.id': 'o1',
    'cmi.interactions.2.objectives.0.id': 'o0',
  }
  expect(inLoadingOrder(elements).map(([element]) => element)).toEqual([
    'cmi.interactions.2.id',
    'cmi.interactions.2.type',
    'cmi.interactions.2.latency',
    'cmi.interactions.2.objectives.0.id',
    'cmi.interactions.2.objectives.1.id',
    'cmi.interactions.10.id',
  ])
})
