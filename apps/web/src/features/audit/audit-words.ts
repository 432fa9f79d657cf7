import type { AuditEntry } from '@learnt/contract/administration'
import type { WordedAction, WordedSubject } from '@learnt/contract/audit-actions'
import type { TFunction } from 'i18next'
import type { PageTitle } from '../../routes/route-book.ts'

type Words = TFunction<['administration', 'navigation', 'common']>

/** In the reader's words: the action's own, else those of its verb. An action of another version keeps its id. */
export function actionName(t: Words, action: string): string {
  const verb = action.slice(action.indexOf('.') + 1)
  return t(`audit.actions.${action as WordedAction}`, {
    defaultValue: t(`audit.verbs.${verb as 'create'}`, { defaultValue: action }),
  })
}

/** A subject without a word of its own is named by the title of its page. */
export function subjectName(t: Words, type: string): string {
  return t(`audit.subjects.${type as WordedSubject}`, {
    defaultValue: t(`navigation:titles.${type as PageTitle}`, { defaultValue: type }),
  })
}

/** What the log can be narrowed to: the subjects with a word, and what the shown entries are about. */
export function listSubjects(t: Words, shown: readonly AuditEntry[]): { value: string; label: string }[] {
  const types = new Set([
    ...Object.keys(t('audit.subjects', { returnObjects: true })),
    ...shown.map((entry) => entry.subjectType),
  ])
  return [...types].map((value) => ({ value, label: subjectName(t, value) }))
}
