import type { TFunction } from 'i18next'
import { isProblem } from '../../api/problem.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'

/** Why a file was not taken: what is said of the file itself, else of the call. */
export function uploadTrouble(t: TFunction<'problems'>, error: unknown): string {
  return fieldText(t, isProblem(error) ? error.errors[0]?.message : undefined) || problemText(t, error)
}
