import type { TFunction } from 'i18next'
import { ApiProblem } from '../api/problem.ts'

/** A refused call as a guest's form shows it: complaints by field, and one sentence for what belongs to none. */
export function readComplaints<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  t: TFunction<'accounts'>,
): { atFields: Partial<Record<Field, string>>; general: string } {
  const problem = error instanceof ApiProblem ? error : null
  const atFields: Partial<Record<Field, string>> = {}
  for (const one of problem?.errors ?? []) {
    const field = fields.find((name) => one.path === `body.${name}`)
    if (field) atFields[field] ??= one.message
  }
  if (Object.keys(atFields).length > 0) return { atFields, general: '' }
  if (problem?.code === 'unavailable') return { atFields, general: t('offline') }
  return { atFields, general: problem && problem.code !== 'internal' ? problem.message : t('failed') }
}
