import type { Condition, Field, Test } from '@learnt/contract/forms/content'
import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import { otherKey } from '@learnt/contract/forms/read-answer'

export type Operator = Test['is']
export type AnswerTest = Extract<Test, { on: 'answer' }>
export type MemberTest = Extract<Test, { on: 'member' }>

/** How the values of a test on an answer are given. */
export type ValueInput = 'choices' | 'yesNo' | 'number' | 'date' | 'time' | 'text' | 'none'

const ofKind: Partial<Record<FieldKind, { operators: readonly Operator[]; input: ValueInput }>> = {}
const give = (kinds: readonly FieldKind[], operators: readonly Operator[], input: ValueInput) => {
  for (const kind of kinds) ofKind[kind] = { operators, input }
}
give(
  ['singleChoice', 'multipleChoice', 'dropDown', 'pictureChoice', 'matrix', 'ranking'],
  ['isAnyOf', 'isNoneOf', 'answered', 'notAnswered'],
  'choices',
)
give(['yesNo', 'trueFalse', 'consent'], ['isAnyOf', 'answered', 'notAnswered'], 'yesNo')
give(
  ['number', 'scale', 'nps', 'stars', 'numeric'],
  ['atLeast', 'atMost', 'isAnyOf', 'answered', 'notAnswered'],
  'number',
)
give(['date', 'dateTime'], ['atLeast', 'atMost', 'answered', 'notAnswered'], 'date')
give(['time'], ['atLeast', 'atMost', 'answered', 'notAnswered'], 'time')
give(
  ['shortText', 'longText', 'email', 'phone', 'shortAnswer', 'essay'],
  ['contains', 'notContains', 'isAnyOf', 'answered', 'notAnswered'],
  'text',
)

/** What can be asked about the answer to a field of this kind; for the rest only whether there is one. */
export function testsOf(kind: FieldKind): { operators: readonly Operator[]; input: ValueInput } {
  return ofKind[kind] ?? { operators: ['answered', 'notAnswered'], input: 'none' }
}

export function needsValues(operator: Operator): boolean {
  return operator !== 'answered' && operator !== 'notAnswered'
}

/** What a condition may choose from in the answer to a field: keys with the names that people read. */
export function choicesOf(field: Field, otherLabel: string): { key: string; label: string }[] {
  const list = field.kind === 'matrix' ? field.columns : 'choices' in field ? field.choices : []
  const choices = list.map((one) => ({ key: one.key, label: one.label.text }))
  return 'other' in field && field.other ? [...choices, { key: otherKey, label: otherLabel }] : choices
}

/** A new test about this field; without a field, about the first attribute of the member. */
export function newTest(field: Field | undefined): Test {
  if (!field) return { on: 'member', attribute: 'position', is: 'isAnyOf', values: [] }
  return { on: 'answer', field: field.key, part: null, is: testsOf(field.kind).operators[0] ?? 'answered', values: [] }
}

/** The test about another field: an operator that does not fit there is replaced, and values that name choices go. */
export function aboutField(test: AnswerTest, field: Field): AnswerTest {
  const { operators } = testsOf(field.kind)
  return {
    on: 'answer',
    field: field.key,
    part: null,
    is: operators.includes(test.is) ? test.is : (operators[0] ?? 'answered'),
    values: [],
  }
}

export function withTest(condition: Condition, at: number, test: Test | null): Condition {
  return { ...condition, tests: condition.tests.flatMap((one, index) => (index === at ? (test ? [test] : []) : [one])) }
}

export function withGroup(condition: Condition, at: number, group: Condition['groups'][number] | null): Condition {
  return {
    ...condition,
    groups: condition.groups.flatMap((one, index) => (index === at ? (group ? [group] : []) : [one])),
  }
}
