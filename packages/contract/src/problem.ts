import { z } from 'zod'
import { Moment } from './values.ts'

/** Codes that a client may act on. The text beside them comes from the catalogue, in the caller's language. */
export const problemCodes = [
  'invalid-input',
  'not-signed-in',
  'not-allowed',
  // While an administrator acts as somebody else: never, or not yet.
  'not-while-acting',
  'acting-read-only',
  // The first proof is right: the second factor is asked for at /api/session/step. In an open session: a role newly asks
  // for one, and /api/session/owed-step begins it.
  'second-factor-required',
  // It takes a password or passkey shown within the last minutes.
  'proof-required',
  'not-found',
  'conflict',
  'stale',
  'wrong-state',
  'too-many-requests',
  'too-large',
  'too-slow',
  'idempotency-key-required',
  'idempotency-key-reused',
  'origin-refused',
  'unsupported',
  'unavailable',
  'internal',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** One complaint about one field; `path` is `body.title`, `query.limit` and so on, list positions as numbers. */
export const FieldError = z.object({ path: z.string(), message: z.string(), code: z.string().optional() })
export type FieldError = z.infer<typeof FieldError>

/** RFC 9457 problem details: every error answer of the server. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(problemCodes),
  detail: z.string().optional(),
  /** Request id, for the log. */
  instance: z.string().optional(),
  errors: z.array(FieldError).optional(),
  /** Of `stale`: who saved in the meantime, and when. */
  savedBy: z.string().optional(),
  savedAt: Moment.optional(),
})
export type Problem = z.infer<typeof Problem>
