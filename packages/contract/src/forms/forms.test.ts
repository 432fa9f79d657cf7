import { describe, expect, test } from 'vitest'
import { ruleFields } from '../members.ts'
import { checkAnswers } from './check-answers.ts'
import { checkForm } from './check-form.ts'
import { type Condition, type Field, FormContent } from './content.ts'
import { type Filler, fieldAccess, formFor, submitsAs } from './field-access.ts'
import { fieldKinds, kindsOfField } from './field-kinds.ts'
import { newField, newForm, newPage } from './new-form.ts'
import { readAnswer } from './read-answer.ts'
import { resolve } from './resolve.ts'
import { type SubmissionState, submissionFlows, submissionStates } from './submission-states.ts'
import { submissionTransitions } from './submission-transitions.ts'
import { fieldsByKey, newText, sayHtml, sayText, textIn, textMark, translate, translationState } from './texts.ts'
import { mix, shuffled, withoutKeys } from './without-keys.ts'

const today = '2026-11-25'
const when = (field: string, values: string[], is: 'isAnyOf' | 'atLeast' | 'answered' = 'isAnyOf'): Condition => ({
  match: 'all',
  tests: [{ on: 'answer', field, part: null, is, values }],
  groups: [],
})
const named = <F extends Field>(field: F, key: string, more: Partial<F> = {}): F => ({ ...field, key, ...more })
const form = (...pages: Field[][]) => ({ ...newForm('survey', 'Trial'), pages: pages.map((fields) => newPage(fields)) })
const codes = (given: ReturnType<typeof form>) => checkForm(given, ruleFields).map((one) => one.code)

describe('a form', () => {
  test('of every kind of field fits the contract as the palette makes it', () => {
    for (const kind of fieldKinds) {
      const content = form([newField(kind, 'A name', true)])
      expect(FormContent.safeParse(content).error?.issues ?? [], kind).toEqual([])
      expect('required' in newField(kind), kind).toBe(kindsOfField[kind].asks)
      expect('quiz' in newField(kind), kind).toBe(kindsOfField[kind].marked !== null)
    }
  })

  test('names its problems with their places', () => {
    expect(codes(form())).toContain('noPages')
    expect(codes(form([newField('heading', 'H')]))).toContain('noQuestions')
    expect(codes(form([newField('shortText')]))).toEqual(['nameMissing'])
    expect(codes(form([named(newField('yesNo', 'A'), 'ka'), named(newField('yesNo', 'B'), 'ka')]))).toEqual([
      'duplicateKey',
    ])
    const choice = newField('singleChoice', 'C')
    for (const one of choice.choices) one.label = newText('same')
    expect(codes(form([choice]))).toEqual(['duplicateValue'])
    expect(codes(form([named(newField('number', 'N'), 'kn', { min: 3, max: 1 })]))).toEqual(['limitsCrossed'])
    expect(codes(form([named(newField('yesNo', 'A'), 'ka', { showIf: when('gone', ['true']) })]))).toEqual([
      'conditionFieldMissing',
    ])
    expect(codes(form([newField('trueFalse', 'Q')]))).toEqual(['keyMissing'])
    expect(
      codes(form([named(newField('yesNo', 'Do you like {{kb}}?'), 'ka'), named(newField('yesNo', 'B'), 'kb')])),
    ).toEqual(['pipeLater'])
    expect(codes({ ...form([newField('email', 'E')]), settings: { ...form().settings, anonymous: true } })).toEqual([
      'anonymousButNamed',
    ])
    const showIf: Condition = {
      match: 'all',
      tests: [{ on: 'member', attribute: 'position', is: 'isAnyOf', values: ['Welder'] }],
      groups: [],
    }
    const asked = form([named(newField('yesNo', 'A'), 'ka', { showIf })])
    expect(codes(asked)).toEqual([])
    expect(codes({ ...asked, settings: { ...asked.settings, anonymous: true } })).toEqual(['anonymousAttribute'])
    expect(codes(form([named(newField('yesNo', 'A'), 'ka')]))).toEqual([])
  })

  test('has no circles, whether fields, sections or jumps make them', () => {
    const a = named(newField('yesNo', 'A'), 'ka', { showIf: when('kb', ['true']) })
    const b = named(newField('yesNo', 'B'), 'kb', { showIf: when('kc', ['true']) })
    const c = named(newField('yesNo', 'C'), 'kc', { showIf: when('ka', ['true']) })
    expect(checkForm(form([a, b, c]), ruleFields)).toEqual([
      { path: 'pages.0.sections.0.fields.0.showIf', code: 'circle', title: 'A → B → C' },
    ])
    expect(resolve(form([a, b, c]), { ka: true, kb: true, kc: true }, {}).visible.size).toBe(0)

    // The first page jumps over the second by an answer that stands on it.
    const jumps = form(
      [named(newField('yesNo', 'A'), 'ka')],
      [named(newField('yesNo', 'B'), 'kb')],
      [newField('yesNo', 'C')],
    )
    const [first, , last] = jumps.pages
    first?.jumps.push({ if: when('kb', ['true']), to: last?.key ?? '' })
    expect(codes(jumps)).toEqual(['circle'])
    // By an answer beyond, it may.
    if (first) first.jumps = [{ if: when('ka', ['true']), to: last?.key ?? '' }]
    expect(codes(jumps)).toEqual([])
  })

  test('has no page that no way leads to', () => {
    const pages = form([newField('yesNo', 'A')], [newField('yesNo', 'B')], [newField('yesNo', 'C')])
    pages.pages[0]?.jumps.push({ if: null, to: pages.pages[2]?.key ?? '' })
    expect(checkForm(pages, ruleFields)).toMatchObject([{ path: 'pages.1', code: 'pageUnreachable' }])
    pages.pages[2]?.jumps.push({ if: null, to: pages.pages[0]?.key ?? '' })
    expect(codes(pages)).toContain('jumpBack')
  })
})

describe('what is shown', () => {
  const a = named(newField('yesNo', 'A', false), 'ka', { required: true })
  const b = named(newField('shortText', 'B'), 'kb', { required: true, showIf: when('ka', ['true']) })
  const c = named(newField('shortText', 'C'), 'kc', { showIf: when('kb', ['x']), requiredIf: when('ka', ['true']) })

  test('follows the answers, and a hidden answer decides nothing and is not kept', () => {
    const shown = resolve(form([a, b, c]), { ka: true, kb: 'x', kc: 'y' }, {})
    expect([...shown.visible]).toEqual(['ka', 'kb', 'kc'])
    expect([...shown.required]).toEqual(['ka', 'kb', 'kc'])
    const hidden = resolve(form([a, b, c]), { ka: false, kb: 'x', kc: 'y' }, {})
    expect([...hidden.visible]).toEqual(['ka'])
    expect(hidden.answers).toEqual({ ka: false })
    expect(checkAnswers(form([a, b, c]), { ka: false, kb: 'x' }, {}, today).errors).toEqual([])
    expect(checkAnswers(form([a, b, c]), { ka: true }, {}, today).errors).toEqual([{ field: 'kb', code: 'required' }])
  })

  test('follows the order of dependence, not that of reading', () => {
    const early = named(newField('yesNo', 'Early'), 'k1', { showIf: when('k2', ['true']) })
    const late = named(newField('yesNo', 'Late'), 'k2', { showIf: when('k3', ['true']) })
    const last = named(newField('yesNo', 'Last'), 'k3')
    const answers = { k1: true, k2: true, k3: true }
    expect([...resolve(form([early], [late], [last]), answers, {}).visible]).toEqual(['k1', 'k2', 'k3'])
    expect([...resolve(form([early], [late], [last]), { ...answers, k3: false }, {}).visible]).toEqual(['k3'])
  })

  test.each<
    [
      kind: 'numeric' | 'number',
      answer: string | number,
      is: 'atLeast' | 'atMost' | 'isAnyOf',
      value: string,
      holds: boolean,
    ]
  >([
    ['numeric', '10,5', 'atLeast', '9', true],
    ['numeric', '8,5', 'atLeast', '9', false],
    ['numeric', '10.5', 'atMost', '10,5', true],
    ['numeric', '1 000', 'atLeast', '999', true],
    ['numeric', '1\u202f000,5', 'atLeast', '1000.5', true],
    ['numeric', "1'000", 'atMost', '999', false],
    ['numeric', '١٠٫٥', 'atLeast', '9', true],
    ['numeric', '९', 'atLeast', '10', false],
    ['numeric', '−3', 'atMost', '-2', true],
    ['numeric', '10,5 kg', 'atLeast', '9', true],
    ['numeric', '2·10^3', 'atLeast', '1999', true],
    ['numeric', '10,50', 'isAnyOf', '10.5', true],
    ['numeric', '10,50', 'isAnyOf', '1050', false],
    ['number', 1.234, 'atLeast', '1000', false],
    ['number', 1.234, 'atMost', '2', true],
    ['number', 1e21, 'atLeast', '1000', true],
    ['number', 5, 'isAnyOf', '5.0', true],
  ])('a condition on %s reads %j %s %j: %s', (kind, answer, is, value, holds) => {
    const asked =
      kind === 'number' ? named(newField(kind, 'A'), 'ka', { decimals: 3 }) : named(newField(kind, 'A'), 'ka')
    const shown = named(newField('yesNo', 'B'), 'kb', {
      required: true,
      showIf: { match: 'all', tests: [{ on: 'answer', field: 'ka', part: null, is, values: [value] }], groups: [] },
    })
    const checked = checkAnswers(form([asked, shown]), { ka: answer }, {}, today)
    expect(checked.resolved.visible.has('kb')).toBe(holds)
    expect(checked.errors).toEqual(holds ? [{ field: 'kb', code: 'required' }] : [])
  })

  test('days, times and texts are no numbers to a condition', () => {
    const decides = (kind: 'date' | 'time' | 'shortText', answer: string, is: 'atLeast' | 'isAnyOf', value: string) => {
      const condition: Condition = {
        match: 'all',
        tests: [{ on: 'answer', field: 'ka', part: null, is, values: [value] }],
        groups: [],
      }
      const shown = named(newField('yesNo', 'B'), 'kb', { showIf: condition })
      return resolve(form([named(newField(kind, 'A'), 'ka'), shown]), { ka: answer }, {}).visible.has('kb')
    }
    expect(decides('date', '2027-02-01', 'atLeast', '2027-01-31')).toBe(true)
    expect(decides('date', '2027-01-30', 'atLeast', '2027-01-31')).toBe(false)
    expect(decides('time', '09:30', 'atLeast', '09:15')).toBe(true)
    expect(decides('time', '09:10', 'atLeast', '09:15')).toBe(false)
    expect(decides('shortText', '007', 'isAnyOf', '7')).toBe(false)
    expect(decides('shortText', 'İZMİR', 'isAnyOf', 'izmir')).toBe(true)
  })

  test('follows jumps and attributes of the member', () => {
    const pages = form(
      [a],
      [named(newField('shortText', 'B'), 'kb', { required: true })],
      [named(newField('yesNo', 'C'), 'kc')],
    )
    pages.pages[0]?.jumps.push({ if: when('ka', ['false']), to: pages.pages[2]?.key ?? '' })
    expect([...resolve(pages, { ka: false }, {}).visible]).toEqual(['ka', 'kc'])
    expect([...resolve(pages, { ka: true }, {}).visible]).toEqual(['ka', 'kb', 'kc'])

    const member: Condition = {
      match: 'any',
      tests: [{ on: 'member', attribute: 'position', is: 'isAnyOf', values: ['nurse'] }],
      groups: [
        {
          match: 'all',
          tests: [
            { on: 'answer', field: 'ka', part: null, is: 'isAnyOf', values: ['true'] },
            { on: 'member', attribute: 'loc1', is: 'answered', values: [] },
          ],
        },
      ],
    }
    const one = form([a, named(newField('yesNo', 'B'), 'kb', { showIf: member })])
    const sees = (answers: object, who: Record<string, string[]>) => resolve(one, { ...answers }, who).visible.has('kb')
    expect(sees({}, { position: [' Nurse'] })).toBe(true)
    expect(sees({ ka: true }, { position: ['Cook'], loc1: ['Bern'] })).toBe(true)
    expect(sees({ ka: true }, { position: ['Cook'] })).toBe(false)
  })

  test('compares numbers by size and days by date', () => {
    const n = named(newField('number', 'N'), 'kn')
    const d = named(newField('date', 'D'), 'kd')
    const shown = form([
      n,
      d,
      named(newField('yesNo', 'A'), 'ka', { showIf: when('kn', ['10'], 'atLeast') }),
      named(newField('yesNo', 'B'), 'kb', { showIf: when('kd', ['2026-02-01'], 'atLeast') }),
    ])
    expect([...resolve(shown, { kn: 9, kd: '2026-01-31' }, {}).visible]).toEqual(['kn', 'kd'])
    expect([...resolve(shown, { kn: 10, kd: '2026-11-01' }, {}).visible]).toEqual(['kn', 'kd', 'ka', 'kb'])
  })

  test('is decided within a blink for 500 fields that hang on each other', () => {
    const chain = Array.from({ length: 500 }, (_, at) =>
      named(newField('yesNo', 'Q'), `k${at}`, { showIf: at < 499 ? when(`k${at + 1}`, ['true']) : null }),
    )
    const answers = Object.fromEntries(chain.map((field) => [field.key, true]))
    expect(resolve(form(chain), answers, {}).visible.size).toBe(500)
    expect(codes(form(chain))).toEqual([])
  })
})

describe('an answer', () => {
  const other = '00000000-0000-4000-8000-000000000000'
  const choice = newField('singleChoice', 'C')
  const several = newField('multipleChoice', 'C')
  const [first, second] = several.choices.map((one) => one.key) as [string, string]
  const cases: [Field, good: unknown[], bad: unknown[]][] = [
    [newField('shortText'), ['a', '<b>', ''], [1, null, ['a'], 'x'.repeat(1001)]],
    [newField('number'), [1, -2.5], ['one', '1 m', Number.NaN, Number.POSITIVE_INFINITY]],
    [newField('date'), ['2026-02-28'], ['28.2.2026', '2026-2-8', 5]],
    [newField('time'), ['09:30'], ['9:30', '24:00']],
    [newField('scale'), [1, 5], [0, 6, 2.5]],
    [newField('nps'), [0, 10], [11, -1]],
    [
      choice,
      [{ choices: [choice.choices[0]?.key] }, { choices: [] }],
      [
        { choices: ['gone'] },
        choice.choices.map((one) => one.key),
        { choices: choice.choices.map((one) => one.key) },
        { choices: [], other: 'x' },
      ],
    ],
    [
      several,
      [{ choices: [first, second] }],
      [{ choices: [first, first] }, { choices: first }, { choices: [first], right: true }],
    ],
    [newField('consent'), [true, false], ['true', 1]],
    [
      newField('person'),
      [[{ id: other, name: 'Ada' }]],
      [
        [{ id: 'x', name: 'Ada' }],
        [
          { id: other, name: 'A' },
          { id: other, name: 'B' },
        ],
      ],
    ],
    [newField('file'), [[{ fileId: other, name: 'a.pdf', size: 1 }]], [[{ fileId: other, name: 'a.pdf' }], 'a']],
    [
      newField('signature'),
      [
        { name: 'Ada', strokes: [[0, 0, 1000, 1000]] },
        { name: 'Ada', strokes: [] },
      ],
      [
        { name: 'Ada', strokes: [[0, 0, 1]] },
        { name: 'Ada', strokes: [[0, 2000]] },
        { name: 'Ada', strokes: [Array.from({ length: 10_000 }, () => 1)] },
      ],
    ],
    [
      newField('hotSpot'),
      [[{ x: 0.5, y: 1 }]],
      [
        [{ x: 2, y: 0 }],
        [
          { x: 0, y: 0 },
          { x: 0, y: 0 },
        ],
      ],
    ],
    [newField('heading'), [], ['a']],
  ]
  test.each(cases)('of %o is read by its field', (field, good, bad) => {
    for (const value of good) expect(readAnswer(field, value), JSON.stringify(value)).toEqual(value)
    for (const value of bad) expect(readAnswer(field, value), JSON.stringify(value)).toBe(undefined)
  })

  test('that its field does not know is an error at the field, not lost', () => {
    const checked = checkAnswers(form([named(choice, 'kc')]), { kc: { choices: ['gone'] } }, {}, today)
    expect(checked.errors).toEqual([{ field: 'kc', code: 'invalid' }])
  })

  test('keeps to what the author asks for, by the helpers that the author chose', () => {
    const complaint = (field: Field, value: unknown) =>
      checkAnswers(form([{ ...field, key: 'k1' }]), { k1: value }, {}, today).errors[0]?.code ?? null
    const characters = named(newField('shortText', 'A'), 'k1', { rule: 'onlyCharacters' })
    expect(complaint(newField('shortText', 'A'), '12 ?!')).toBe(null)
    expect(complaint(characters, 'Zoë O’Neill')).toBe(null)
    expect(complaint(characters, 'ab')).toBe('onlyCharacters')
    expect(complaint(characters, 'abc1')).toBe('onlyCharacters')
    expect(complaint(named(newField('shortText', 'A'), 'k1', { rule: 'onlyNumbers' }), '12a')).toBe('onlyNumbers')
    const mask = named(newField('shortText', 'A'), 'k1', { rule: 'mask', mask: 'AA-99' })
    expect([complaint(mask, 'ab-12'), complaint(mask, 'a1-12')]).toEqual([null, 'mask'])
    expect([complaint(newField('email', 'E'), 'a@b.c'), complaint(newField('email', 'E'), 'a@b')]).toEqual([
      null,
      'emailInvalid',
    ])
    const digits = named(newField('shortText', 'S'), 'ks', { rule: 'onlyNumbers' })
    const dashed = named(newField('shortText', 'M'), 'km', { rule: 'mask', mask: 'A-999' })
    for (const [field, typed, kept] of [
      [newField('phone', 'P'), '٠١٢٣٤٥٦', '0123456'],
      [newField('phone', 'P'), '＋۹۸ ۲۱‑۱۲۳۴', '+98 21-1234'],
      [newField('phone', 'P'), '\u200e०१२ ३४५६', '012 3456'],
      [digits, '٤٢', '42'],
      [dashed, 'B-٤٢٧', 'B-427'],
      [named(newField('number', 'N'), 'kn', { decimals: 2 }), '٤٢٫٥', 42.5],
      [named(newField('number', 'N'), 'kn', { decimals: 0 }), '1,234', 1234],
    ] as const) {
      expect(readAnswer(field, typed)).toBe(kept)
      expect(complaint(field, readAnswer(field, typed) as string)).toBeNull()
    }
    expect(readAnswer(newField('number', 'N'), 'many')).toBeUndefined()
    expect([complaint(newField('phone', 'P'), '+41 31 555 00 11'), complaint(newField('phone', 'P'), 'abc')]).toEqual([
      null,
      'phone',
    ])
    expect([complaint(newField('date', 'D'), '2026-02-28'), complaint(newField('date', 'D'), '2026-02-30')]).toEqual([
      null,
      'invalid',
    ])
    const future = named(newField('date', 'D'), 'k1', { earliest: 'today' })
    expect([complaint(future, today), complaint(future, '2026-11-24')]).toEqual([null, 'tooEarly'])
    expect(complaint(named(newField('consent', 'C'), 'k1', { required: true }), false)).toBe('consent')
    expect(complaint(named(newField('number', 'N'), 'k1', { decimals: 1 }), 1.25)).toBe('decimals')
  })
})

describe('texts', () => {
  test('know whether a translation is missing or older', () => {
    const text = translate(newText('Hello'), 'de', 'Hallo')
    expect(translationState(text, 'de')).toBe('current')
    expect(translationState({ ...text, text: 'Hello there' }, 'de')).toBe('older')
    expect(translationState(text, 'ar')).toBe('missing')
    expect(translationState(newText(), 'ar')).toBe('none')
    expect([textIn(text, 'de-CH'), textIn(text, 'ar')]).toEqual(['Hallo', 'Hello'])
    expect(textMark('a')).not.toBe(textMark('b'))
  })

  test('repeat answers, and never their markup', () => {
    const asked = named(newField('shortText', 'Name'), 'kn')
    const saying = { form: form([asked]), answers: { kn: '<b>Ada</b>' }, language: 'en' }
    expect(sayText(newText('Hello {{kn}}, {{gone}}'), saying)).toBe('Hello <b>Ada</b>, –')
    expect(sayHtml(newText('<p>{{kn}}</p>'), saying)).toBe('<p>&#60;b&#62;Ada&#60;/b&#62;</p>')
  })
})

describe('what learners receive', () => {
  const question = newField('singleChoice', 'Q', true)
  const right = question.choices[1]?.key ?? ''
  const quiz: Field = {
    ...question,
    quiz: {
      ...(question.quiz as NonNullable<typeof question.quiz>),
      key: { right: [right], shares: null },
      worked: newText('because'),
    },
  }
  const whole = form([quiz, newField('essay', 'E'), newField('ordering', 'O')])

  test('has no right answers, feedback, rubrics or names of deciders', () => {
    const text = JSON.stringify(withoutKeys(whole, 'seed'))
    expect(JSON.stringify(whole)).toContain(`"right":["${right}"]`)
    for (const word of ['because', `"right":["${right}"]`, '"rubric"']) expect(text).not.toContain(word)
    expect(FormContent.safeParse(withoutKeys(whole, 'seed')).success).toBe(true)
    expect(JSON.stringify(withoutKeys(whole, 'seed', { key: true, feedback: true }))).toContain('because')
  })

  test('stands in an order of the attempt’s own, the same each time', () => {
    const keys = Array.from({ length: 20 }, (_, at) => ({ key: `k${at}` }))
    expect(mix(keys, 'a')).toEqual(mix(keys.toReversed(), 'a'))
    expect(mix(keys, 'a')).not.toEqual(mix(keys, 'b'))
    const heading = newField('heading', 'H')
    const mixed = shuffled(
      {
        ...form([newField('yesNo', 'A'), heading, newField('yesNo', 'B'), newField('yesNo', 'C')]),
        settings: { ...whole.settings, shuffleQuestions: true },
      },
      'x',
    )
    expect(mixed.pages[0]?.sections[0]?.fields[1]).toBe(heading)
  })
})

test('every state of a submission can be reached in some flow, and every verb leads to a state', () => {
  const reached = new Set(
    submissionFlows.flatMap((flow) =>
      Object.values(submissionTransitions[flow]).flatMap((verbs) => Object.values(verbs ?? {})),
    ),
  )
  for (const state of submissionStates)
    if (state !== 'notstarted')
      expect(reached.has(state) || (reached.has('marked') && ['pending', 'completed'].includes(state)), state).toBe(
        true,
      )
})

describe('who sees and changes a field of an observation', () => {
  const kinds = ['seen', 'counter', 'own'] as const
  const fields: Field[] = [
    named(newField('yesNo', 'Seen'), 'seen'),
    named(newField('signature', 'Observed'), 'counter', { filledBy: 'person' }),
    named(newField('longText', 'Own'), 'own', { filledBy: 'person' }),
  ]
  const base = { ...newForm('observation', 'Ladder'), pages: [newPage(fields)] }
  const byAssessor = { ...base, settings: { ...base.settings, filledBy: 'assessor' as const } }
  const said = (form: FormContent, who: Filler, state: SubmissionState, reopened: string[] | null = null) =>
    kinds
      .map((key) => {
        const field = fieldsByKey(form).get(key)
        return field && 'required' in field ? fieldAccess(form, field, who, { state, reopened })[0] : '-'
      })
      .join('')

  test('is decided by one table of states', () => {
    // change, see, hidden: of what the assessor answers, what the person signs beside them, and what is the person's own
    const table: [SubmissionState, assessor: string, person: string][] = [
      ['notstarted', 'cch', 'hhc'],
      ['inprogress', 'cch', 'hhc'],
      ['markingRequired', 'ccs', 'hhs'],
      ['pendingResubmission', 'ccs', 'ssc'],
      ['competent', 'sss', 'sss'],
      ['notCompetent', 'sss', 'sss'],
    ]
    for (const [state, assessor, person] of table)
      expect([state, said(byAssessor, 'assessor', state), said(byAssessor, 'person', state)]).toEqual([
        state,
        assessor,
        person,
      ])
    expect(said(byAssessor, 'assessor', 'pendingResubmission', ['own'])).toBe('sss')
    expect(said(byAssessor, 'person', 'pendingResubmission', ['seen'])).toBe('sss')
    expect(said({ ...byAssessor, kind: 'survey' }, 'person', 'inprogress')).toBe('ccc')
    expect(said(base, 'person', 'inprogress')).toBe('ccc')
  })

  test('leaves it to the person to submit, unless nothing is left to them', () => {
    const at = { state: 'inprogress' as const, reopened: null }
    expect([submitsAs(byAssessor, 'person', at), submitsAs(byAssessor, 'assessor', at)]).toEqual([true, false])
    const alone = { ...byAssessor, pages: [newPage(fields.slice(0, 2))] }
    expect([submitsAs(alone, 'person', at), submitsAs(alone, 'assessor', at)]).toEqual([false, true])
    const again = { state: 'pendingResubmission' as const, reopened: ['seen'] }
    expect([submitsAs(byAssessor, 'person', again), submitsAs(byAssessor, 'assessor', again)]).toEqual([false, true])
    expect([...fieldsByKey(formFor(byAssessor, 'person', at)).keys()]).toEqual(['own'])
  })
})
