import type { AuditAction, AuditSubject } from '@learnt/contract/audit-actions'
import type { TFunction } from 'i18next'

/** In the reader's words; an entry of a version that knew another action keeps its id. */
export function actionName(t: TFunction<'administration'>, action: string): string {
  return t(`audit.actions.${action as AuditAction}`, { defaultValue: action })
}

export function subjectName(t: TFunction<'administration'>, type: string): string {
  return t(`audit.subjects.${type as AuditSubject}`, { defaultValue: type })
}
