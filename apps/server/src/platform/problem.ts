import type { FieldError, ProblemCode } from '@learnt/contract/problem'

export const statusOf: Record<ProblemCode, number> = {
  'invalid-input': 422,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-while-acting': 403,
  'acting-read-only': 403,
  'second-factor-required': 403,
  'proof-required': 403,
  'not-found': 404,
  conflict: 409,
  stale: 409,
  'wrong-state': 409,
  'too-many-requests': 429,
  'too-large': 413,
  'too-slow': 408,
  'idempotency-key-required': 400,
  'idempotency-key-reused': 422,
  'origin-refused': 403,
  unsupported: 415,
  unavailable: 503,
  internal: 500,
}

/** More of them help nobody to put a request right. */
export const mostComplaints = 20

/** Who saved something, as people know them, and when. */
export interface Saved {
  readonly by: string
  readonly at: Date
}

/**
 * The one way to refuse a request. `detail` and the messages of `errors` are keys of the server catalogue (`problem.…`,
 * `validation.…`) or sentences already in the caller's language; the HTTP layer translates keys.
 */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly detail: string | undefined
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>
  readonly saved: Saved | undefined

  constructor(
    code: ProblemCode,
    options: {
      detail?: string
      errors?: FieldError[]
      headers?: Record<string, string>
      status?: number
      saved?: Saved
    } = {},
  ) {
    super(options.detail ?? code)
    this.name = 'ProblemError'
    this.code = code
    this.status = options.status ?? statusOf[code]
    this.detail = options.detail
    this.errors = options.errors?.slice(0, mostComplaints)
    this.headers = options.headers ?? {}
    this.saved = options.saved
  }
}

/** 404; also the answer to "exists, but not for you". */
export function notFound(detail?: string): ProblemError {
  return new ProblemError('not-found', detail ? { detail } : {})
}

/** 422 with complaints about fields: `invalid({ 'body.title': 'required' })`; values are catalogue keys below `validation`. */
export function invalid(fields: Record<string, string>): ProblemError {
  return new ProblemError('invalid-input', {
    errors: Object.entries(fields).map(([path, key]) => ({
      path,
      message: key.includes(' ') ? key : `validation.${key}`,
      code: key,
    })),
  })
}

/** 409: what was sent builds on an older revision; `saved` is who was faster. */
export function stale(saved: Saved | null): ProblemError {
  return new ProblemError('stale', { detail: 'problem.staleDetail', ...(saved ? { saved } : {}) })
}
