import type { FieldError } from '@learnt/contract/problem'
import type { z } from 'zod'
import { mostComplaints, ProblemError } from '../problem.ts'
import { isKey, type Translate } from '../translate.ts'

/** Of the fields that nobody knows. */
const MOST_NAMES = 5
const LONGEST_PART = 100

/** How deep a value may be nested; a deeper one would break code that serialises it again. */
const MAX_DEPTH = 60

/**
 * Checks one part of a request; complaints name the field as `body.sections.0.title`. Text that the database cannot keep
 * is refused as well, unless the operation cleans it by itself (`anyText`).
 */
export function validate<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  part: string,
  t: Translate,
  { anyText = false }: { anyText?: boolean } = {},
): z.output<S> | undefined {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (!result.success) {
    throw new ProblemError('invalid-input', {
      errors: result.error.issues.slice(0, mostComplaints).map((issue) => complaint(issue, part, t)),
    })
  }
  const path = anyText ? null : findUnkeepable(result.data, part)
  if (path !== null)
    throw new ProblemError('invalid-input', { errors: [{ path, message: t('validation.invalid'), code: 'invalid' }] })
  return result.data
}

/** Where there is a null character, half a surrogate pair, or too much depth: PostgreSQL keeps none of them. */
function findUnkeepable(root: unknown, part: string): string | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: part, depth: 0 }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value, path, depth } = at
    if (typeof value === 'string' && !isKeepable(value)) return path
    if (typeof value !== 'object' || value === null) continue
    if (depth >= MAX_DEPTH) return path
    for (const [key, inner] of Object.entries(value)) {
      if (!isKeepable(key)) return path
      open.push({ value: inner, path: `${path}.${key}`, depth: depth + 1 })
    }
  }
  return null
}

function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Names come from the request, and are said again: not all of them, and not the whole of a long one. */
function namesIn(keys: readonly string[]): string {
  return [...keys.slice(0, MOST_NAMES).map(short), ...(keys.length > MOST_NAMES ? ['…'] : [])].join(', ')
}

function short(part: PropertyKey): string {
  const text = String(part)
  return text.length > LONGEST_PART ? `${text.slice(0, LONGEST_PART).toWellFormed()}…` : text
}

function complaint(issue: z.core.$ZodIssue, part: string, t: Translate): FieldError {
  const at = [part, ...issue.path].map(short).join('.')
  const say = (key: string, values: Record<string, unknown> = {}): FieldError => ({
    path: at,
    message: t(`validation.${key}`, values),
    code: key,
  })
  // A schema's own complaint is a key of the catalogue: z.string().min(4, { error: 'minLength4' }).
  if (isKey(`validation.${issue.message}`))
    return say(issue.message, issue.code === 'too_small' ? { count: issue.minimum } : {})
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.message.includes('received undefined')) return say('required')
      if (issue.expected === 'number') return say('number')
      return say('invalid')
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? say('required') : say('tooShort', { minimum: issue.minimum })
      return say(issue.origin === 'array' ? 'tooFew' : 'tooSmall', { minimum: issue.minimum })
    case 'too_big':
      if (issue.origin === 'string') return say('tooLong', { maximum: issue.maximum })
      return say(issue.origin === 'array' ? 'tooMany' : 'tooBig', { maximum: issue.maximum })
    case 'unrecognized_keys':
      return {
        path: [at, short(issue.keys[0] ?? '')].join('.'),
        message: t('validation.unknownField', { field: namesIn(issue.keys) }),
        code: 'unknownField',
      }
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
