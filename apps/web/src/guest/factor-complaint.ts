import type { TFunction } from 'i18next'
import { ApiProblem } from '../api/problem.ts'

/** One sentence for a refused answer: what the server says of the field, or of the whole. */
export function factorComplaint(error: unknown, t: TFunction<'factors'>): string {
  const problem = error instanceof ApiProblem ? error : null
  if (problem === null || problem.code === 'internal') return t('step.failed')
  if (problem.code === 'unavailable') return t('step.offline')
  return problem.errors[0]?.message ?? problem.message
}
