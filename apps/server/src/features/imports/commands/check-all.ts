import type { FieldError } from '@learnt/contract/problem'
import { ProblemError } from '../../../platform/problem.ts'

/**
 * The check of an import that is one call and has no run: all of the rows are in order, or none is carried out. Throws with
 * what is wrong with each of them.
 */
export async function checkAll<Row, Checked>(
  rows: readonly Row[],
  check: (row: Row, at: number) => Promise<Checked>,
): Promise<Checked[]> {
  const errors: FieldError[] = []
  const checked: Checked[] = []
  for (const [at, row] of rows.entries()) {
    try {
      checked.push(await check(row, at))
    } catch (error) {
      if (!(error instanceof ProblemError) || !error.errors) throw error
      errors.push(...error.errors)
    }
  }
  if (errors.length > 0) throw new ProblemError('invalid-input', { errors })
  return checked
}
