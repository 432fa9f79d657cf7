import { Due } from '@learnt/contract/permissions'

/** Whether a due date cannot be saved as it stands: no days, too many, half a day. */
export function isDueWrong(due: Due): boolean {
  return !Due.safeParse(due).success
}
