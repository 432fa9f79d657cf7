// What stands in the way of publishing a form. The editor runs it while somebody works, the server again at publishing.
import { isAsked } from './answers.ts'
import type { Condition, Field, FormContent, FormText, QuizField } from './content.ts'
import { formLimits, kindsOfField } from './field-kinds.ts'
import { otherKey } from './read-answer.ts'
import { keysOfCondition } from './resolve.ts'
import { flowOf } from './submission-states.ts'
import { pipedKeys } from './texts.ts'
import { placedFields } from './walk.ts'

/** Texts by the page under `forms.problems`. */
export const formProblemCodes = [
  'noPages',
  'noQuestions',
  'emptyPage',
  'tooManyFields',
  'nameMissing',
  'choiceNameMissing',
  'tooFewChoices',
  'duplicateKey',
  'duplicateValue',
  'limitsCrossed',
  'maskMissing',
  'fileMissing',
  'conditionFieldMissing',
  'conditionValueMissing',
  'conditionAttributeMissing',
  'circle',
  'pageUnreachable',
  'jumpMissing',
  'jumpBack',
  'pipeMissing',
  'pipeLater',
  'keyMissing',
  'keyUnknown',
  'gapMissing',
  'passWithoutPoints',
  'closesBeforeOpens',
  'nobodyAssesses',
  'nobodyApproves',
  'anonymousButNamed',
  'anonymousDraws',
  'anonymousAttribute',
  'tooFewQuestions',
  'attributeOpen',
  'followUpField',
  'followUpMail',
] as const
export type FormProblemCode = (typeof formProblemCodes)[number]

export interface FormProblem {
  /** Place in the content: `pages.0.sections.1.fields.2.showIf`. */
  readonly path: string
  readonly code: FormProblemCode
  /** The field, page or choice that it is about, as the author named it. */
  readonly title: string
}

/**
 * Everything that is wrong with a form, in the order of its content. `attributes`: names of `ruleFields` that conditions may
 * ask about. Circles are found in the graph of what decides about what, not by trying.
 */
export function checkForm(form: FormContent, attributes: readonly string[]): FormProblem[] {
  const problems: FormProblem[] = []
  const say = (path: string, code: FormProblemCode, title = '') => problems.push({ path, code, title })
  const placed = placedFields(form)
  const fields = new Map(placed.map(({ field }) => [field.key, field]))
  const order = new Map(placed.map(({ field }, at) => [field.key, at]))

  if (form.pages.length === 0) say('pages', 'noPages', form.title)
  else if (!placed.some(({ field }) => isAsked(field.kind) || field.kind === 'draw'))
    say('pages', 'noQuestions', form.title)
  if (placed.length > formLimits.fields) say('pages', 'tooManyFields', form.title)

  const seen = new Set<string>()
  const once = (path: string, key: string, title: string) => {
    if (seen.has(key)) say(path, 'duplicateKey', title)
    seen.add(key)
  }

  function checkCondition(path: string, condition: Condition | null, title: string) {
    if (condition === null) return
    for (const test of [...condition.tests, ...condition.groups.flatMap((group) => group.tests)]) {
      const needsValues = test.is !== 'answered' && test.is !== 'notAnswered'
      if (needsValues && test.values.every((value) => value.trim() === '')) say(path, 'conditionValueMissing', title)
      if (test.on === 'member') {
        // Questions that only one person is asked would name them.
        if (form.settings.anonymous) say(path, 'anonymousAttribute', title)
        if (!attributes.includes(test.attribute)) say(path, 'conditionAttributeMissing', title)
        continue
      }
      const field = fields.get(test.field)
      if (!field || !isAsked(field.kind)) {
        say(path, 'conditionFieldMissing', title)
        continue
      }
      const known = keysToChooseFrom(field)
      if (known && (test.is === 'isAnyOf' || test.is === 'isNoneOf'))
        if (test.values.some((value) => !known.includes(value))) say(path, 'conditionValueMissing', title)
      if (test.part !== null && !('rows' in field && field.rows.some((row) => row.key === test.part)))
        say(path, 'conditionFieldMissing', title)
    }
  }

  function checkPipes(path: string, text: FormText, at: number, title: string) {
    for (const key of pipedKeys(text)) {
      const field = fields.get(key)
      if (!field || !isAsked(field.kind)) say(path, 'pipeMissing', title)
      else if ((order.get(key) ?? 0) >= at) say(path, 'pipeLater', title)
    }
  }

  let at = 0
  form.pages.forEach((page, p) => {
    const path = `pages.${p}`
    const title = page.title.text
    once(path, page.key, title)
    checkCondition(`${path}.showIf`, page.showIf, title)
    checkPipes(`${path}.title`, page.title, at, title)
    if (page.sections.every((section) => section.fields.length === 0)) say(path, 'emptyPage', title)
    page.sections.forEach((section, s) => {
      once(`${path}.sections.${s}`, section.key, section.title.text)
      checkCondition(`${path}.sections.${s}.showIf`, section.showIf, section.title.text)
      checkPipes(`${path}.sections.${s}.title`, section.title, at, section.title.text)
      section.fields.forEach((field, f) => {
        const place = `${path}.sections.${s}.fields.${f}`
        once(place, field.key, field.label.text)
        checkField(place, field, at++)
      })
    })
    page.jumps.forEach((jump, j) => {
      const place = `${path}.jumps.${j}`
      checkCondition(place, jump.if, title)
      if (jump.to === 'end') return
      const to = form.pages.findIndex((one) => one.key === jump.to)
      if (to < 0) say(place, 'jumpMissing', title)
      else if (to <= p) say(place, 'jumpBack', title)
    })
  })

  function checkField(path: string, field: Field, number: number) {
    const title = field.label.text
    if (field.kind === 'draw' && form.settings.anonymous) say(path, 'anonymousDraws', title)
    if (title.trim() === '' && field.kind !== 'text' && field.kind !== 'video' && field.kind !== 'draw')
      say(`${path}.label`, 'nameMissing', title)
    checkCondition(`${path}.showIf`, field.showIf, title)
    checkPipes(`${path}.label`, field.label, number, title)
    checkPipes(`${path}.help`, field.help, number, title)
    if ('requiredIf' in field) checkCondition(`${path}.requiredIf`, field.requiredIf, title)
    if (field.kind === 'text') checkPipes(`${path}.html`, field.html, number, title)
    for (const [name, list, fewest] of listsOf(field)) {
      if (list.length < fewest) say(`${path}.${name}`, 'tooFewChoices', title)
      const labels = new Set<string>()
      const keys = new Set<string>()
      list.forEach((one, c) => {
        const label = one.label.text.trim()
        if (label === '') say(`${path}.${name}.${c}.label`, 'choiceNameMissing', title)
        else if (labels.has(label)) say(`${path}.${name}.${c}.label`, 'duplicateValue', label)
        if (keys.has(one.key) || one.key === otherKey) say(`${path}.${name}.${c}`, 'duplicateKey', label)
        labels.add(label)
        keys.add(one.key)
      })
    }
    if (isCrossed(field)) say(path, 'limitsCrossed', title)
    if (field.kind === 'shortText' && field.rule === 'mask' && field.mask.trim() === '')
      say(`${path}.mask`, 'maskMissing', title)
    if ((field.kind === 'video' || field.kind === 'hotSpot') && field.fileId === null)
      say(`${path}.fileId`, 'fileMissing', title)
    if (field.kind === 'pictureChoice')
      field.choices.forEach((one, c) => {
        if (one.fileId === null) say(`${path}.choices.${c}.fileId`, 'fileMissing', one.label.text)
      })
    if (field.kind === 'gaps') {
      const written = [...field.text.text.matchAll(/\[\[([a-z][a-z0-9-]*)\]\]/g)].map(([, key]) => key)
      const named = field.gaps.map((gap) => gap.key)
      if (
        named.length === 0 ||
        written.some((key) => !named.includes(key ?? '')) ||
        new Set(written).size !== named.length
      )
        say(`${path}.text`, 'gapMissing', title)
    }
    if ('quiz' in field && field.quiz !== null) {
      const state = keyState(field)
      if (state !== 'good') say(`${path}.quiz.key`, state === 'missing' ? 'keyMissing' : 'keyUnknown', title)
    }
  }

  for (const circle of findCircles(form)) {
    const first = circle.find((key) => fields.has(key))
    const place = placed.find((one) => one.field.key === first)
    if (place) say(`${place.path}.showIf`, 'circle', circle.map((key) => fields.get(key)?.label.text ?? '').join(' → '))
  }
  for (const number of unreachablePages(form))
    say(`pages.${number}`, 'pageUnreachable', form.pages[number]?.title.text ?? '')

  checkSettings()
  return problems

  function checkSettings() {
    const { settings } = form
    const earns = placed.some(
      ({ field }) => field.kind === 'draw' || ('quiz' in field && (field.quiz?.points ?? 0) > 0),
    )
    if (settings.passPercent !== null && !earns) say('settings.passPercent', 'passWithoutPoints', form.title)
    if (settings.opensAt !== null && settings.closesAt !== null && settings.opensAt >= settings.closesAt)
      say('settings.closesAt', 'closesBeforeOpens', form.title)
    const byHand = placed.some(
      ({ field }) => 'quiz' in field && field.quiz && kindsOfField[field.kind].marked === 'hand',
    )
    const { managers, administrators, people } = settings.assessors
    if ((flowOf(form) === 'observation' || byHand) && !managers && !administrators && people.length === 0)
      say('settings.assessors', 'nobodyAssesses', form.title)
    settings.levels.forEach((level, l) => {
      const { who } = level
      const nobody =
        (who.by === 'people' && who.userIds.length === 0) ||
        (who.by === 'table' &&
          (who.otherwise.length === 0 || who.rows.some((row) => row.values.length === 0 || row.userIds.length === 0)))
      if (nobody) say(`settings.levels.${l}.who`, 'nobodyApproves', level.title.text)
    })
    const names = placed.some(({ field }) => ['person', 'signature', 'file', 'email', 'phone'].includes(field.kind))
    const named =
      flowOf(form) !== 'others' || byHand || settings.filledBy === 'assessor' || settings.followUps.length > 0
    if (settings.anonymous && (names || named)) say('settings.anonymous', 'anonymousButNamed', form.title)
    settings.followUps.forEach((followUp, f) => {
      const { action } = followUp
      if (action.do === 'mail') {
        const isWhole = action.subject.text.trim() !== '' && action.text.text.trim() !== ''
        const isSent = action.to !== 'people' || action.userIds.length > 0
        if (!isWhole || !isSent) say(`settings.followUps.${f}`, 'followUpMail', form.title)
      }
      if (action.do !== 'setAttribute') return
      const isThere = action.field === null ? action.value.trim() !== '' : fields.has(action.field)
      if (!isThere) say(`settings.followUps.${f}`, 'followUpField', form.title)
    })
  }
}

/** Lists of a field from which people choose, with how many there have to be. */
function listsOf(field: Field): [name: string, list: readonly { key: string; label: FormText }[], fewest: number][] {
  switch (field.kind) {
    case 'singleChoice':
    case 'dropDown':
    case 'pictureChoice':
    case 'ranking':
      return [['choices', field.choices, 2]]
    case 'multipleChoice':
      return [['choices', field.choices, 1]]
    case 'matrix':
      return [
        ['rows', field.rows, 1],
        ['columns', field.columns, 2],
      ]
    case 'matching':
      return [
        ['items', field.items, 2],
        ['targets', field.targets, 2],
      ]
    case 'ordering':
      return [['items', field.items, 2]]
    case 'gaps':
      return field.gaps.map((gap, at) => [`gaps.${at}.choices`, gap.choices, 0])
    default:
      return []
  }
}

/** What a condition may compare an answer of this field with; null: anything. */
function keysToChooseFrom(field: Field): string[] | null {
  switch (field.kind) {
    case 'singleChoice':
    case 'multipleChoice':
    case 'dropDown':
      return [...field.choices.map((one) => one.key), ...(field.other ? [otherKey] : [])]
    case 'pictureChoice':
    case 'ranking':
      return field.choices.map((one) => one.key)
    case 'matrix':
      return field.columns.map((one) => one.key)
    case 'yesNo':
    case 'trueFalse':
    case 'consent':
      return ['true', 'false']
    default:
      return null
  }
}

function isCrossed(field: Field): boolean {
  const over = (low: number | string | null, high: number | string | null) =>
    low !== null && high !== null && low !== 'today' && high !== 'today' && low > high
  switch (field.kind) {
    case 'shortText':
    case 'longText':
      return over(field.minLength, field.maxLength)
    case 'number':
      return over(field.min, field.max)
    case 'multipleChoice':
    case 'pictureChoice':
      return over(field.min, field.max) || (field.min ?? 0) > field.choices.length
    case 'date':
    case 'dateTime':
      return over(field.earliest, field.latest)
    case 'essay':
      return over(field.minWords, field.maxWords)
    case 'scale':
      return field.from >= field.to
    default:
      return false
  }
}

/** Whether a question can be marked: its key is there and names nothing that is not. */
export function keyState(field: QuizField): 'good' | 'missing' | 'unknown' {
  const { quiz } = field
  if (quiz === null) return 'good'
  if (kindsOfField[field.kind].marked === 'hand') return 'good'
  if (quiz.key === null) return 'missing'
  const all = (keys: readonly string[], list: readonly { key: string }[]) =>
    keys.every((key) => list.some((one) => one.key === key))
  switch (field.kind) {
    case 'singleChoice':
    case 'multipleChoice':
    case 'dropDown':
    case 'pictureChoice': {
      const { right, shares } = quiz.key as NonNullable<(typeof field)['quiz']>['key'] & object
      if (!all([...right, ...Object.keys(shares ?? {})], field.choices)) return 'unknown'
      return right.length > 0 || Object.values(shares ?? {}).some((share) => share > 0) ? 'good' : 'missing'
    }
    case 'matrix': {
      const rows = quiz.key as Record<string, string[]>
      if (!all(Object.keys(rows), field.rows) || !all(Object.values(rows).flat(), field.columns)) return 'unknown'
      return field.rows.every((row) => (rows[row.key]?.length ?? 0) > 0) ? 'good' : 'missing'
    }
    case 'matching': {
      const pairs = quiz.key as Record<string, string>
      if (!all(Object.keys(pairs), field.items) || !all(Object.values(pairs), field.targets)) return 'unknown'
      return field.items.every((item) => pairs[item.key] !== undefined) ? 'good' : 'missing'
    }
    case 'ordering': {
      const order = quiz.key as string[]
      if (!all(order, field.items)) return 'unknown'
      return new Set(order).size === field.items.length ? 'good' : 'missing'
    }
    case 'gaps': {
      const { gaps } = quiz.key as { gaps: Record<string, { text: string; percent: number }[]> }
      if (!all(Object.keys(gaps), field.gaps)) return 'unknown'
      const isKnown = field.gaps.every(
        (gap) =>
          gap.choices.length === 0 ||
          all(
            (gaps[gap.key] ?? []).map((one) => one.text),
            gap.choices,
          ),
      )
      if (!isKnown) return 'unknown'
      return field.gaps.every((gap) => gaps[gap.key]?.some((one) => one.percent > 0)) ? 'good' : 'missing'
    }
    case 'shortAnswer':
    case 'numeric': {
      const { accepted } = quiz.key as { accepted: { percent: number }[] }
      return accepted.some((one) => one.percent > 0) ? 'good' : 'missing'
    }
    case 'hotSpot':
      return (quiz.key as unknown[]).length > 0 ? 'good' : 'missing'
    default:
      return 'good'
  }
}

/**
 * What decides about the visibility of what: a field hangs on the fields that its own, its section's and its page's
 * conditions ask about, and on its page; a page on the pages before it that can jump over it, and on what these ask about.
 */
function dependencies(form: FormContent): Map<string, string[]> {
  const graph = new Map<string, string[]>()
  const numbers = new Map(form.pages.map((page, number) => [page.key, number]))
  const targetOf = (to: string) => (to === 'end' ? form.pages.length : (numbers.get(to) ?? 0))
  const nodeOf = (number: number) => `page ${number}`
  form.pages.forEach((page, number) => {
    const over = form.pages
      .slice(0, number)
      .flatMap((before, at) =>
        before.jumps.some((jump) => targetOf(jump.to) > number)
          ? [nodeOf(at), ...keysOfCondition(before.showIf), ...before.jumps.flatMap((jump) => keysOfCondition(jump.if))]
          : [],
      )
    graph.set(nodeOf(number), over)
    for (const section of page.sections)
      for (const field of section.fields)
        graph.set(field.key, [
          nodeOf(number),
          ...[page.showIf, section.showIf, field.showIf].flatMap((condition) => keysOfCondition(condition)),
        ])
  })
  return graph
}

/** Circles of the graph, each as the keys of its fields. A depth-first search: a node met again on its own path closes one. */
function findCircles(form: FormContent): string[][] {
  const graph = dependencies(form)
  const state = new Map<string, 'open' | 'done'>()
  const path: string[] = []
  const circles: string[][] = []
  const visit = (node: string) => {
    state.set(node, 'open')
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === 'open') circles.push(path.slice(path.indexOf(next)))
      else if (!state.has(next) && graph.has(next)) visit(next)
    }
    path.pop()
    state.set(node, 'done')
  }
  for (const node of graph.keys()) if (!state.has(node)) visit(node)
  return circles.map((circle) => circle.filter((node) => !node.startsWith('page ')))
}

/** Numbers of the pages that no way through the form leads to, whatever is answered. */
function unreachablePages(form: FormContent): number[] {
  const numbers = new Map(form.pages.map((page, number) => [page.key, number]))
  const reached = new Set<number>()
  const open = form.pages.length > 0 ? [0] : []
  while (open.length > 0) {
    const number = open.pop() ?? 0
    const page = form.pages[number]
    if (!page || reached.has(number)) continue
    reached.add(number)
    const last = page.showIf === null ? page.jumps.findIndex((jump) => isEmptyCondition(jump.if)) : -1
    const jumps = last < 0 ? page.jumps : page.jumps.slice(0, last + 1)
    for (const jump of jumps) if (jump.to !== 'end') open.push(numbers.get(jump.to) ?? number + 1)
    if (last < 0) open.push(number + 1)
  }
  return form.pages.map((_, number) => number).filter((number) => !reached.has(number))
}

function isEmptyCondition(condition: Condition | null): boolean {
  return condition === null || (condition.tests.length === 0 && condition.groups.every((one) => one.tests.length === 0))
}
