// Rules for who may see and change what, without schemas: the pages run it, the server again on what arrives.
import type { AskedField, Field, FormContent } from './content.ts'
import { decidedStates, flowOf, type SubmissionState } from './submission-states.ts'
import { fieldsOf, mapFields } from './walk.ts'

/** The person a submission is about, or an assessor of them. */
export type Filler = 'person' | 'assessor'

/** How a submission stands, as far as it decides about its fields. */
export interface FillingState {
  readonly state: SubmissionState
  /** Fields that were asked for again; null: all of them. */
  readonly reopened: readonly string[] | null
}

export type FieldAccess = 'change' | 'see' | 'hidden'

/** Who fills in a field: an observation may leave some to the person and some to the assessor. */
export function fillerOf(form: FormContent, field: AskedField): Filler {
  return flowOf(form) === 'observation' ? (field.filledBy ?? form.settings.filledBy) : 'person'
}

/** States in which each may write. An assessor goes on until the outcome is decided. */
export const writableBy: Record<Filler, readonly SubmissionState[]> = {
  person: ['notstarted', 'inprogress', 'pendingResubmission'],
  assessor: ['notstarted', 'inprogress', 'markingRequired', 'pendingResubmission'],
}

/**
 * What somebody may do with a field of a submission. What the person is writing is their own until they submit; what the
 * assessor writes is shown to the person with the outcome.
 */
export function fieldAccess(form: FormContent, field: AskedField, who: Filler, at: FillingState): FieldAccess {
  const filler = isSignedBeside(form, field) ? 'assessor' : fillerOf(form, field)
  if (filler === who) {
    const isOpen = at.state !== 'pendingResubmission' || (at.reopened?.includes(field.key) ?? true)
    return isOpen && writableBy[who].includes(at.state) ? 'change' : 'see'
  }
  if (who === 'assessor') return at.state === 'notstarted' || at.state === 'inprogress' ? 'hidden' : 'see'
  return at.state === 'pendingResubmission' || decidedStates.includes(at.state) ? 'see' : 'hidden'
}

/** Beside an assessor who fills in the form, the person signs on the assessor's device. */
export function isSignedBeside(form: FormContent, field: AskedField): boolean {
  const isBeside = flowOf(form) === 'observation' && form.settings.filledBy === 'assessor'
  return isBeside && field.kind === 'signature' && field.filledBy === 'person'
}

/** Whether anything is left to the person, or to the assessor. A filler without fields begins and submits nothing. */
export function asksOf(form: FormContent, who: Filler): boolean {
  if (flowOf(form) !== 'observation') return who === 'person'
  return fieldsOf(form).some(
    (field) =>
      'required' in field && fillerOf(form, field) === who && (who === 'assessor' || !isSignedBeside(form, field)),
  )
}

/** Whether somebody submits it: the person, or the assessor where nothing is left to the person. */
export function submitsAs(form: FormContent, who: Filler, at: FillingState): boolean {
  if (at.state !== 'inprogress' && at.state !== 'pendingResubmission') return false
  const isAsked = (one: Filler) => changeableKeys(form, one, at).size > 0
  if (flowOf(form) !== 'observation') return who === 'person'
  return who === 'person' ? asksOf(form, 'person') && isAsked('person') : !submitsAs(form, 'person', at)
}

/** The form without the fields that are hidden from somebody. Conditions take their answers for not given. */
export function formFor(form: FormContent, who: Filler, at: FillingState): FormContent {
  if (flowOf(form) !== 'observation') return form
  return mapFields(form, (field: Field) =>
    'required' in field && fieldAccess(form, field, who, at) === 'hidden' ? [] : [field],
  )
}

/** Keys of the fields that somebody may change. */
export function changeableKeys(form: FormContent, who: Filler, at: FillingState): Set<string> {
  return new Set(
    fieldsOf(form).flatMap((field) =>
      'required' in field && fieldAccess(form, field, who, at) === 'change' ? [field.key] : [],
    ),
  )
}

/** Those of the answers that are shown with a form. */
export function answersOf<T>(form: FormContent, answers: Readonly<Record<string, T>>): Record<string, T> {
  const keys = new Set(fieldsOf(form).map((field) => field.key))
  return Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)))
}
