import type { FieldError } from '@learnt/contract/problem'
import type { z } from 'zod'
import { ProblemError } from '../problem.ts'
import { isKey, type Translate } from '../translate.ts'

/** Checks one part of a request; complaints name the field as `body.sections.0.title`. */
export function validate<S extends z.ZodType>(schema: S | undefined, value: unknown, part: string, t: Translate): z.output<S> | undefined {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ProblemError('invalid-input', { errors: result.error.issues.slice(0, 100).map((issue) => complaint(issue, part, t)) })
}

function complaint(issue: z.core.$ZodIssue, part: string, t: Translate): FieldError {
  const at = [part, ...issue.path.map(String)].join('.')
  const say = (key: string, values: Record<string, unknown> = {}): FieldError => ({ path: at, message: t(`validation.${key}`, values), code: key })
  // A schema's own complaint is a key of the catalogue: z.string().min(4, { error: 'minLength4' }).
  if (isKey(`validation.${issue.message}`)) return say(issue.message)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.message.includes('received undefined')) return say('required')
      if (issue.expected === 'number') return say('number')
      return say('invalid')
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? say('required') : say('tooShort', { minimum: issue.minimum })
      return say(issue.origin === 'array' ? 'tooFew' : 'tooSmall', { minimum: issue.minimum })
    case 'too_big':
      if (issue.origin === 'string') return say('tooLong', { maximum: issue.maximum })
      return say(issue.origin === 'array' ? 'tooMany' : 'tooBig', { maximum: issue.maximum })
    case 'unrecognized_keys':
      return { path: [at, issue.keys[0]].join('.'), message: t('validation.unknownField', { field: issue.keys.join(', ') }), code: 'unknownField' }
    case 'invalid_value':
      return say('notOneOf', { values: issue.values.map(String).join(', ') })
    case 'invalid_format':
      if (issue.format === 'email') return say('email')
      if (issue.format === 'date' || issue.format === 'datetime') return say('date')
      return say('invalid')
    default:
      return say('invalid')
  }
}
