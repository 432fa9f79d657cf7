// Without schemas: the page checks while somebody fills in, the server again at submission.
import { type Answers, type AnswerValue, isEmptyAnswer } from './answers.ts'
import type { AskedField, FormContent } from './content.ts'
import { type AnswerComplaint, complainOf, readAnswer } from './read-answer.ts'
import { type FormMember, type Resolved, resolve } from './resolve.ts'
import { fieldsByKey } from './texts.ts'

export interface CheckedAnswers {
  /** What is kept: answers of visible fields, in the shape that their fields ask for. */
  readonly answers: Answers
  /** In the order of the form, one for each field at most. Empty: it can be submitted. */
  readonly errors: readonly (AnswerComplaint & { readonly field: string })[]
  readonly resolved: Resolved
}

/**
 * What stands in the way of submitting. A hidden field never does. `today` is the day in the tenant's zone. What takes the
 * database to know (whether a person or file exists) the server adds under the same codes.
 */
export function checkAnswers(
  form: FormContent,
  given: Readonly<Record<string, unknown>>,
  member: FormMember,
  today: string,
): CheckedAnswers {
  const fields = fieldsByKey(form)
  const read: Record<string, AnswerValue> = {}
  const unread = new Set<string>()
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key)
    if (!field || value === null || value === undefined) continue
    const answer = readAnswer(field, value)
    if (answer === undefined) unread.add(key)
    else if (!isEmptyAnswer(answer)) read[key] = answer
  }
  const resolved = resolve(form, read, member)
  const errors = [...resolved.visible].flatMap((key) => {
    const field = fields.get(key)
    if (!field || !('required' in field)) return []
    if (unread.has(key)) return [{ field: key, code: 'invalid' as const }]
    const complaint = complainOfField(field, resolved.answers[key], resolved.required.has(key), today)
    return complaint ? [{ field: key, ...complaint }] : []
  })
  return { answers: resolved.answers, errors, resolved }
}

/** What is wrong with one field, for the page to say when it is left. */
export function complainOfField(
  field: AskedField,
  answer: AnswerValue | undefined,
  isRequired: boolean,
  today: string,
): AnswerComplaint | null {
  if (answer === undefined || isEmptyAnswer(answer))
    return isRequired ? { code: field.kind === 'consent' ? 'consent' : 'required' } : null
  // A field may be required by a condition: its own complaints then are those of a required field.
  return complainOf(isRequired && !field.required ? { ...field, required: true } : field, answer, today)
}
