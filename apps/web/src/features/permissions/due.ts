import { Due } from '@learnt/contract/permissions'

/** Whether a due date cannot be saved as it stands: no days, too many, half a day. */
export function isDueWrong(due: Due): boolean {
  return !Due.safeParse(due).success
}

/** What is wrong with it, as a key of the texts. */
export function dueWrongWords(due: Due): 'due.dayWrong' | 'due.documentWrong' | 'due.daysWrong' {
  if (due.kind === 'on') return 'due.dayWrong'
  return due.kind === 'finish' && due.documentId === '' ? 'due.documentWrong' : 'due.daysWrong'
}
