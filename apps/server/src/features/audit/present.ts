import type { AuditEntry } from '@learnt/contract/administration'
import type { Presented } from '@learnt/contract/endpoint'
import { systemUserId } from '../../platform/actor.ts'
import { keysBelow, type Translate } from '../../platform/translate.ts'
import type { AuditRow } from './queries/list-audit.ts'

/** An action by its own words, else by those of its verb. One of another version keeps its id. */
export function actionName(t: Translate, action: string): string {
  const verb = action.slice(action.indexOf('.') + 1)
  return t(`audit.actions.${action}`, { defaultValue: t(`audit.verbs.${verb}`, { defaultValue: action }) })
}

function subjectName(t: Translate, subjectType: string): string {
  return t(`audit.subjects.${subjectType}`, { defaultValue: subjectType })
}

/** What entries can be about. */
export function listSubjects(t: Translate) {
  return keysBelow('audit.subjects').map((subjectType) => ({ subjectType, name: subjectName(t, subjectType) }))
}

export function presentEntry(row: AuditRow, t: Translate): Presented<typeof AuditEntry> {
  return {
    id: row.id,
    at: row.at,
    actorId: row.actorId,
    actorName: row.actorId === systemUserId ? t('audit.system') : row.actorName,
    impersonatorName: row.impersonatorName,
    action: row.action,
    actionName: actionName(t, row.action),
    subjectType: row.subjectType,
    subjectName: subjectName(t, row.subjectType),
    subjectId: row.subjectId,
    subjectTitle: row.subjectTitle,
    address: row.address,
    before: row.before ?? null,
    after: row.after ?? null,
  }
}
