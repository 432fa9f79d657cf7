// Shapes of answers. Without schemas: pages of learners load this file.
import type { FieldKind } from './field-kinds.ts'

/** One choice or several, and what was written beside "Other". */
export interface ChoiceAnswer {
  choices: string[]
  other?: string
}
/** A person of the tenant. The server writes the name. */
export interface PersonAnswer {
  id: string
  name: string
}
/** A stored file (forms.adoptFile). The server writes name and size. */
export interface FileAnswer {
  fileId: string
  name: string
  size: number
}
/** A place of a picture, from 0 to 1 from its left upper corner. */
export interface PointAnswer {
  x: number
  y: number
}
/** Drawn, as strokes of x and y by turns from 0 to 1000, or typed. `name` says who signs. */
export interface SignatureAnswer {
  name: string
  strokes: number[][]
}

/**
 * The answer to a field of each kind. Days are `2026-11-25`, times `09:30`, both together `2026-11-25T09:30`, without a
 * zone. `numeric` is kept as it was written, with its unit. An empty answer is no answer: send null to take one back.
 */
export interface AnswerOfKind {
  shortText: string
  longText: string
  number: number
  email: string
  phone: string
  date: string
  time: string
  dateTime: string
  singleChoice: ChoiceAnswer
  multipleChoice: ChoiceAnswer
  dropDown: ChoiceAnswer
  pictureChoice: ChoiceAnswer
  yesNo: boolean
  scale: number
  nps: number
  stars: number
  /** Columns by row. */
  matrix: Record<string, string[]>
  /** Keys of the choices, the best first. */
  ranking: string[]
  person: PersonAnswer[]
  file: FileAnswer[]
  signature: SignatureAnswer
  consent: boolean
  trueFalse: boolean
  shortAnswer: string
  numeric: string
  /** Target by item. */
  matching: Record<string, string>
  ordering: string[]
  /** By gap: what was typed, or the key of the choice. */
  gaps: Record<string, string>
  hotSpot: PointAnswer[]
  essay: string
}
export type AskedKind = keyof AnswerOfKind
export type AnswerValue = AnswerOfKind[AskedKind]
/** By the key of the field. */
export type Answers = Readonly<Record<string, AnswerValue>>

export function isAsked(kind: FieldKind): kind is AskedKind {
  return kind !== 'heading' && kind !== 'text' && kind !== 'video' && kind !== 'draw'
}

/** Whether it says nothing: as if the field had not been answered. */
export function isEmptyAnswer(answer: AnswerValue | null | undefined): boolean {
  if (answer === undefined || answer === null) return true
  if (typeof answer === 'string') return answer.trim() === ''
  if (typeof answer === 'number' || typeof answer === 'boolean') return false
  if (Array.isArray(answer)) return answer.length === 0
  if ('choices' in answer && Array.isArray(answer.choices)) return answer.choices.length === 0 && !answer.other
  if ('strokes' in answer && Array.isArray(answer.strokes))
    return answer.strokes.length === 0 && String(answer.name ?? '').trim() === ''
  return Object.values(answer as Record<string, string | string[]>).every((one) => one.length === 0)
}
