// What new forms, pages and fields begin with. Without schemas.
import type { Choice, Condition, Field, FieldOf, FormContent, FormKind, FormPage, FormSettings } from './content.ts'
import { type FieldKind, formLimits } from './field-kinds.ts'
import { newText } from './texts.ts'

declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A key for a page, section, field or choice: random, so that it tells nothing about its place or its rightness. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(11))
  return `k${Array.from(bytes, (byte) => letters[byte % 36]).join('')}`
}

export function newCondition(): Condition {
  return { match: 'all', tests: [], groups: [] }
}

export function newChoice(label = ''): Choice {
  return { key: newKey(), label: newText(label) }
}

export function newPage(fields: Field[] = [], title = ''): FormPage {
  return {
    key: newKey(),
    title: newText(title),
    showIf: null,
    sections: [{ key: newKey(), title: newText(), showIf: null, fields }],
    jumps: [],
  }
}

/** Points of a question that has just become one. */
export function newQuiz() {
  return {
    points: 1,
    partial: true,
    penalty: 0,
    key: null,
    feedback: { right: newText(), partly: newText(), wrong: newText(), choices: {} },
    worked: newText(),
    bank: null,
  }
}

/** A new field of a kind, as the palette puts it on the canvas. `quiz`: the form is one, so its questions earn points. */
export function newField<K extends FieldKind>(kind: K, label = '', quiz = false): FieldOf<K> {
  const base = { key: newKey(), label: newText(label), help: newText(), showIf: null }
  const asked = { ...base, required: false, requiredIf: null }
  const choices = { choices: [newChoice(), newChoice()], other: false, shuffle: false }
  const marked = { quiz: quiz ? newQuiz() : null }
  const byHand = { quiz: quiz ? { ...newQuiz(), key: { rubric: newText() } } : null }
  const always = { quiz: newQuiz() }
  const some = { min: null, max: null }
  const make: { [Kind in FieldKind]: () => Omit<FieldOf<Kind>, 'kind'> } = {
    shortText: () => ({ ...asked, rule: 'none', mask: '', minLength: null, maxLength: null }),
    longText: () => ({ ...asked, minLength: null, maxLength: null }),
    number: () => ({ ...asked, min: null, max: null, decimals: 0, unit: '' }),
    email: () => asked,
    phone: () => asked,
    date: () => ({ ...asked, earliest: null, latest: null }),
    time: () => asked,
    dateTime: () => ({ ...asked, earliest: null, latest: null }),
    singleChoice: () => ({ ...asked, ...choices, ...marked }),
    multipleChoice: () => ({ ...asked, ...choices, ...some, ...marked }),
    dropDown: () => ({ ...asked, ...choices, ...marked }),
    yesNo: () => asked,
    scale: () => ({ ...asked, from: 1, to: 5, fromLabel: newText(), toLabel: newText() }),
    nps: () => ({ ...asked, fromLabel: newText(), toLabel: newText() }),
    stars: () => ({ ...asked, count: 5 }),
    matrix: () => ({
      ...asked,
      rows: [newChoice()],
      columns: [newChoice(), newChoice()],
      several: false,
      ...marked,
    }),
    ranking: () => ({ ...asked, choices: [newChoice(), newChoice()], shuffle: false }),
    pictureChoice: () => ({
      ...asked,
      ...some,
      choices: [
        { ...newChoice(), fileId: null },
        { ...newChoice(), fileId: null },
      ],
      several: false,
      shuffle: false,
      ...marked,
    }),
    person: () => ({ ...asked, several: false }),
    file: () => ({ ...asked, maxFiles: 1, maxBytes: formLimits.fileBytes, types: [], ...byHand }),
    signature: () => asked,
    consent: () => ({ ...asked, text: newText() }),
    heading: () => base,
    text: () => ({ ...base, html: newText() }),
    video: () => ({ ...base, fileId: null, transcript: newText() }),
    trueFalse: () => ({ ...asked, ...always }),
    shortAnswer: () => ({ ...asked, ...always }),
    numeric: () => ({ ...asked, units: [], ...always }),
    matching: () => ({
      ...asked,
      items: [newChoice(), newChoice()],
      targets: [newChoice(), newChoice()],
      ...always,
    }),
    ordering: () => ({ ...asked, items: [newChoice(), newChoice()], ...always }),
    gaps: () => ({ ...asked, text: newText(), gaps: [], ...always }),
    hotSpot: () => ({ ...asked, fileId: null, alt: newText(), points: 1, ...always }),
    essay: () => ({ ...asked, minWords: null, maxWords: null, quiz: { ...newQuiz(), key: { rubric: newText() } } }),
    draw: () => ({ ...base, count: 1, category: '', tags: [], difficulty: 'any', points: null }),
  }
  return { kind, ...make[kind]() } as unknown as FieldOf<K>
}

/** What each kind of form begins with; the author may change all of it. */
export function newSettings(kind: FormKind): FormSettings {
  const isQuiz = kind === 'quiz'
  return {
    anonymous: false,
    attempts: kind === 'survey' ? 1 : null,
    waitMinutes: 0,
    opensAt: null,
    closesAt: null,
    timeLimitMinutes: null,
    shuffleQuestions: false,
    shuffleChoices: false,
    navigation: 'free',
    review: {
      answers: 'submitted',
      marks: isQuiz ? 'submitted' : 'marked',
      feedback: isQuiz ? 'submitted' : 'marked',
      key: 'never',
    },
    passPercent: null,
    assessors: { managers: true, administrators: true, people: [], second: false },
    filledBy: 'person',
    levels: [],
    followUps: [],
  }
}

export function newForm(kind: FormKind, title: string, category = ''): FormContent {
  return {
    title,
    description: '',
    category,
    tags: [],
    imageFileId: null,
    language: '',
    kind,
    minutes: 0,
    languages: [],
    titles: {},
    descriptions: {},
    settings: newSettings(kind),
    pages: [newPage()],
  }
}
