import type { FormComplaint } from '@learnt/contract/form-checks'
import type { TFunction } from 'i18next'

/** Words for what the shared checks of forms find; a short password has none (specification, section 5). */
export function complaintText(t: TFunction<'problems'>, complaint: FormComplaint | null): string {
  if (complaint === null || complaint.code === 'passwordShort') return ''
  return t(`field.${complaint.code}`, { label: complaint.label ?? '' })
}
