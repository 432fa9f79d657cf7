import type { FieldError, Problem, ProblemCode } from '@learnt/contract/problem'

export interface Saved {
  by: string
  at: Date
}

/** A refusal by the server. `status` 0: the server did not answer. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly errors: readonly FieldError[]
  /** The request’s id, to find it in the log. */
  readonly instance: string | undefined
  /** For `stale`: who saved in the meantime. */
  readonly saved: Saved | null

  constructor(problem: Pick<Problem, 'status' | 'code' | 'title'> & Partial<Problem>) {
    super(problem.detail ?? problem.title)
    this.name = 'ApiProblem'
    this.status = problem.status
    this.code = problem.code
    this.errors = problem.errors ?? []
    this.instance = problem.instance
    this.saved = problem.savedBy && problem.savedAt ? { by: problem.savedBy, at: new Date(problem.savedAt) } : null
  }
}

/** Reads a refusal; a proxy's own error page becomes a problem too. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'code' in body) return new ApiProblem(body as Problem)
  return new ApiProblem({ status: response.status, code: codeOf(response.status), title: response.statusText })
}

export function isProblem(error: unknown, ...codes: ProblemCode[]): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))
}

function codeOf(status: number): ProblemCode {
  if (status === 401) return 'not-signed-in'
  if (status === 403) return 'not-allowed'
  if (status === 404) return 'not-found'
  if (status === 413) return 'too-large'
  if (status === 429) return 'too-many-requests'
  return status >= 502 && status <= 504 ? 'unavailable' : 'internal'
}
