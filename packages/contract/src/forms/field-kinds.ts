// Values without schemas: pages of learners load this file.

/** What a person may be asked, and what stands between the questions. The order is that of the editor's palette. */
export const fieldKinds = [
  'shortText',
  'longText',
  'number',
  'email',
  'phone',
  'date',
  'time',
  'dateTime',
  'singleChoice',
  'multipleChoice',
  'dropDown',
  'yesNo',
  'scale',
  'nps',
  'stars',
  'matrix',
  'ranking',
  'pictureChoice',
  'person',
  'file',
  'signature',
  'consent',
  'heading',
  'text',
  'video',
  'trueFalse',
  'shortAnswer',
  'numeric',
  'matching',
  'ordering',
  'gaps',
  'hotSpot',
  'essay',
  'draw',
] as const
export type FieldKind = (typeof fieldKinds)[number]

interface KindOfField {
  /** The group of the editor's palette that it stands in. */
  readonly group: 'text' | 'choice' | 'rating' | 'more' | 'content' | 'quiz'
  /** Somebody answers it. `draw` stands for questions that are put in its place when an attempt begins. */
  readonly asks: boolean
  /** How it earns points, where it has a `quiz` part: by its key on the server, or by a person's hand. */
  readonly marked: 'key' | 'hand' | null
}

const text = { group: 'text', asks: true, marked: null } as const
const rating = { group: 'rating', asks: true, marked: null } as const
const more = { group: 'more', asks: true, marked: null } as const
const content = { group: 'content', asks: false, marked: null } as const
const choice = { group: 'choice', asks: true, marked: 'key' } as const
const quiz = { group: 'quiz', asks: true, marked: 'key' } as const

export const kindsOfField: Record<FieldKind, KindOfField> = {
  shortText: text,
  longText: text,
  number: text,
  email: text,
  phone: text,
  date: text,
  time: text,
  dateTime: text,
  singleChoice: choice,
  multipleChoice: choice,
  dropDown: choice,
  yesNo: { ...choice, marked: null },
  pictureChoice: choice,
  scale: rating,
  nps: rating,
  stars: rating,
  matrix: { ...rating, marked: 'key' },
  ranking: rating,
  person: more,
  file: { ...more, marked: 'hand' },
  signature: more,
  consent: more,
  heading: content,
  text: content,
  video: content,
  trueFalse: quiz,
  shortAnswer: quiz,
  numeric: quiz,
  matching: quiz,
  ordering: quiz,
  gaps: quiz,
  hotSpot: quiz,
  essay: { ...quiz, marked: 'hand' },
  draw: { group: 'quiz', asks: false, marked: null },
}

/** The question kinds of a quiz: whatever can earn points. */
export const quizKinds = fieldKinds.filter((kind) => kindsOfField[kind].marked !== null)

/** Most of everything, so that a form stays something that a person can fill in and a server can check. */
export const formLimits = {
  pages: 100,
  sections: 50,
  fieldsOfSection: 200,
  /** Over the whole form. */
  fields: 500,
  choices: 200,
  rows: 60,
  tests: 20,
  label: 1000,
  html: 20_000,
  shortAnswer: 1000,
  longAnswer: 20_000,
  other: 500,
  files: 10,
  fileBytes: 50 * 1024 * 1024,
  people: 20,
  /** Points of a drawn signature, over all its strokes. */
  strokePoints: 4000,
  pointsOnPicture: 20,
  levels: 10,
  followUps: 20,
  /** Fields that draw questions of the bank, of a form. */
  draws: 30,
  comment: 5000,
  /** Longest body of a draft, and of a save or submission. */
  draftBytes: 2 * 1024 * 1024,
  answerBytes: 1024 * 1024,
} as const
