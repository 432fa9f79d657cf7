// What a form shows and asks for. The page runs it while somebody fills in, the server again at submission.
import { readNumber, readPlainNumber } from '../read-number.ts'
import { foldCase } from '../text.ts'
import { type Answers, type AnswerValue, isAsked, isEmptyAnswer } from './answers.ts'
import type { Condition, Field, FormContent, FormPage, Test } from './content.ts'
import type { FieldKind } from './field-kinds.ts'
import { fieldsByKey } from './texts.ts'
import { type PlacedField, placedFields } from './walk.ts'

/** Attributes of the member by the names of `ruleFields`, each a list of its values. */
export type FormMember = Readonly<Record<string, readonly string[]>>

export interface Resolved {
  /** Pages to be shown, in order, with their visible sections and fields. A page without a visible field is left out. */
  readonly pages: readonly ResolvedPage[]
  /** Keys of the visible fields. */
  readonly visible: ReadonlySet<string>
  /** Keys of the visible fields that need an answer. A hidden field never does. */
  readonly required: ReadonlySet<string>
  /** Answers of the visible fields: what is kept. */
  readonly answers: Answers
}

export interface ResolvedPage {
  readonly page: FormPage
  readonly sections: readonly { readonly section: FormPage['sections'][number]; readonly fields: readonly Field[] }[]
}

/**
 * What is visible and required for these answers. Hidden fields count as not answered, so an answer that was given before
 * its field disappeared decides nothing. Each field is decided once, after those that it depends on; a field in a circle
 * (checkForm() reports it, and such a form cannot be published) counts as hidden.
 */
export function resolve(form: FormContent, answers: Answers, member: FormMember): Resolved {
  const { placed, byKey, pageNumbers } = indexOf(form)
  const decided = new Map<string, boolean>()
  const reached = new Map<number, boolean>()
  const holds = (condition: Condition | null) =>
    condition === null || conditionHolds(condition, { answerOf, kindOf, member })

  function answerOf(key: string): AnswerValue | undefined {
    return isVisible(key) ? answers[key] : undefined
  }

  function kindOf(key: string): FieldKind | undefined {
    return byKey.get(key)?.field.kind
  }

  function isVisible(key: string): boolean {
    const known = decided.get(key)
    if (known !== undefined) return known
    const place = byKey.get(key)
    if (!place) return false
    // A field that asks again meanwhile is in a circle.
    decided.set(key, false)
    const visible =
      isReached(place.at[0]) && holds(place.page.showIf) && holds(place.section.showIf) && holds(place.field.showIf)
    decided.set(key, visible)
    return visible
  }

  /** A page is reached unless a page before it, which is reached itself, jumps over it. */
  function isReached(number: number): boolean {
    const known = reached.get(number)
    if (known !== undefined) return known
    reached.set(number, false)
    const isSkipped = form.pages.slice(0, number).some((page, at) => {
      if (!page.jumps.some((jump) => targetOf(jump.to) > number)) return false
      if (!isReached(at) || !holds(page.showIf)) return false
      const taken = page.jumps.find((jump) => holds(jump.if))
      return taken !== undefined && targetOf(taken.to) > number
    })
    reached.set(number, !isSkipped)
    return !isSkipped
  }

  function targetOf(to: string): number {
    return to === 'end' ? form.pages.length : (pageNumbers.get(to) ?? 0)
  }

  const visible = new Set<string>()
  const required = new Set<string>()
  const kept: Record<string, AnswerValue> = {}
  for (const { field } of placed) {
    if (!isVisible(field.key)) continue
    visible.add(field.key)
    if (!('required' in field)) continue
    if (field.required || (field.requiredIf !== null && holds(field.requiredIf))) required.add(field.key)
    const answer = answers[field.key]
    if (answer !== undefined && !isEmptyAnswer(answer)) kept[field.key] = answer
  }
  const pages = form.pages.flatMap((page): ResolvedPage[] => {
    const sections = page.sections.flatMap((section) => {
      const fields = section.fields.filter((field) => visible.has(field.key))
      return fields.length > 0 ? [{ section, fields }] : []
    })
    return sections.length > 0 ? [{ page, sections }] : []
  })
  return { pages, visible, required, answers: kept }
}

interface Asked {
  readonly answerOf: (key: string) => AnswerValue | undefined
  readonly kindOf: (key: string) => FieldKind | undefined
  readonly member: FormMember
}

/** Whether a condition holds. One without tests always does. */
function conditionHolds(condition: Condition, asked: Asked): boolean {
  const test = (one: Test) => testHolds(one, asked)
  const results = [
    ...condition.tests.map((one) => () => test(one)),
    ...condition.groups
      .filter((group) => group.tests.length > 0)
      .map((group) => () => (group.match === 'all' ? group.tests.every(test) : group.tests.some(test))),
  ]
  if (results.length === 0) return true
  return condition.match === 'all' ? results.every((one) => one()) : results.some((one) => one())
}

const numberKinds: readonly (FieldKind | undefined)[] = ['number', 'numeric', 'scale', 'nps', 'stars']

function testHolds(test: Test, { answerOf, kindOf, member }: Asked): boolean {
  const answer = test.on === 'member' ? undefined : answerOf(test.field)
  const found = test.on === 'member' ? (member[test.attribute] ?? []) : valuesOf(answer, test.part)
  const wanted = test.values.map(fold)
  // What a person typed may be read in two ways, as in marking; a number that is kept as one has one.
  const numbersIn = (value: string) =>
    typeof answer === 'string'
      ? (readNumber(value)?.values ?? [])
      : [readPlainNumber(value)].filter((one) => one !== null)
  const wantedNumbers =
    test.on === 'answer' && numberKinds.includes(kindOf(test.field))
      ? test.values.map((one) => readPlainNumber(one))
      : []
  const has = () =>
    found.some(
      (one) =>
        wanted.includes(fold(one)) ||
        (wantedNumbers.length > 0 && numbersIn(one).some((number) => wantedNumbers.includes(number))),
    )
  switch (test.is) {
    case 'answered':
      return found.length > 0
    case 'notAnswered':
      return found.length === 0
    case 'isAnyOf':
      return has()
    case 'isNoneOf':
      return !has()
    case 'contains':
      return wanted.some((one) => found.some((value) => fold(value).includes(one)))
    case 'notContains':
      return !wanted.some((one) => found.some((value) => fold(value).includes(one)))
    case 'atLeast':
      return compares(found, test.values[0], numbersIn, (order) => order >= 0)
    case 'atMost':
      return compares(found, test.values[0], numbersIn, (order) => order <= 0)
  }
}

/** Numbers by size; days and times as text, which sorts like them. A unit counts for marking only: learners' pages lack it. */
function compares(
  found: readonly string[],
  wanted: string | undefined,
  numbersIn: (value: string) => readonly number[],
  fits: (order: number) => boolean,
): boolean {
  if (wanted === undefined || wanted.trim() === '') return false
  const bound = readPlainNumber(wanted)
  return found.some((value) => {
    const numbers = bound === null ? [] : numbersIn(value)
    if (bound !== null && numbers.length > 0) return numbers.some((number) => fits(number - bound))
    return fits(value < wanted ? -1 : value > wanted ? 1 : 0)
  })
}

const fold = (text: string) => foldCase(text.trim())

/** An answer as the values that a condition compares: keys, numbers and days as text. */
export function valuesOf(answer: AnswerValue | undefined, part: string | null = null): string[] {
  if (answer === undefined || isEmptyAnswer(answer)) return []
  if (typeof answer === 'string') return [answer]
  if (typeof answer === 'number' || typeof answer === 'boolean') return [String(answer)]
  if (Array.isArray(answer))
    return answer.map((one) =>
      typeof one === 'string' ? one : 'fileId' in one ? one.fileId : 'id' in one ? one.id : `${one.x},${one.y}`,
    )
  if ('choices' in answer && Array.isArray(answer.choices)) return [...answer.choices]
  if ('strokes' in answer) return [String(answer.name)]
  const parts = answer as Record<string, string | string[]>
  return part === null ? Object.values(parts).flat() : [parts[part] ?? []].flat()
}

interface FormIndex {
  readonly placed: readonly PlacedField[]
  readonly byKey: ReadonlyMap<string, PlacedField>
  readonly pageNumbers: ReadonlyMap<string, number>
}
const indexes = new WeakMap<FormContent, FormIndex>()

/** Made once for a form, which nobody changes in place. */
function indexOf(form: FormContent): FormIndex {
  const known = indexes.get(form)
  if (known) return known
  const placed = placedFields(form)
  const index = {
    placed,
    byKey: new Map(placed.map((one) => [one.field.key, one])),
    pageNumbers: new Map(form.pages.map((page, number) => [page.key, number])),
  }
  indexes.set(form, index)
  return index
}

/** Keys of the fields that a condition asks about. */
export function keysOfCondition(condition: Condition | null): string[] {
  if (condition === null) return []
  return [...condition.tests, ...condition.groups.flatMap((group) => group.tests)].flatMap((test) =>
    test.on === 'answer' ? [test.field] : [],
  )
}

/** Whether a field of this key is there and can be answered. */
export function isAskedKey(form: FormContent, key: string): boolean {
  const field = fieldsByKey(form).get(key)
  return field !== undefined && isAsked(field.kind)
}
