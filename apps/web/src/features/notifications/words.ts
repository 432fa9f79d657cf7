import type { NotificationKind } from '@learnt/contract/notification-kinds'
import type { Notification } from '@learnt/contract/notifications'
import type { TFunction } from 'i18next'
import { jobName } from '../../api/job-name.ts'
import { formatDay } from '../../ui/times.ts'

export type NotificationWords = TFunction<['notifications', 'common', 'shell']>

/** What a notification says, in the reader's language. */
export function wordsOf(t: NotificationWords, language: string, { kind, params }: Notification): string {
  const text = (name: string) => String(params[name] ?? '')
  const { dueDay } = params
  // A cycle ends before the day on which the next one begins.
  const last = params.endDay ? dayBefore(text('endDay')) : dueDay
  const shown = (day: string) => formatDay(new Date(`${day}T12:00:00Z`), language, 'UTC')
  const values = {
    ...params,
    day: typeof last === 'string' ? formatDay(new Date(`${last}T12:00:00Z`), language, 'UTC') : '',
    ...(kind === 'standInNamed' ? { from: shown(text('fromDay')), until: shown(text('untilDay')) } : {}),
    roles: new Intl.ListFormat(language, { type: 'conjunction' }).format(
      text('roles')
        .split(' ')
        .map((role) => t(`common:roles.${role as 'learner'}`, { defaultValue: role })),
    ),
    status: t(`common:states.membership.${text('status') as 'active'}`, { defaultValue: text('status') }),
    job: 'job' in params ? jobName(t as never, { kind: text('job'), subject: text('subject') }) : '',
    device: [text('browser'), text('system')].filter(Boolean).join(', ') || t('unknownDevice'),
    count: Number(params.left ?? params.steps ?? 0),
  }
  const key = keyOf(kind, params)
  return t(`kinds.${key as 'unknown'}`, { ...values, defaultValue: t('kinds.unknown') })
}

function keyOf(kind: string, params: Notification['params']): string {
  if (kind === 'courseAssigned') return assignedKey(params)
  if (kind === 'documentFinished') return `${params.documentType}Finished`
  if (kind === 'cycleBegun') return params.dueDay ? 'cycleBegunDue' : kind
  return kind === 'cycleEnding' && !params.isDone ? 'cycleEndingUnfinished' : kind
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

function assignedKey({ documentType = 'course', isBundle, dueDay }: Notification['params']): string {
  return `${isBundle ? 'bundle' : documentType}Assigned${dueDay ? 'Due' : ''}`
}

/** Said by the tray of jobs already, where it is seen to end. */
export const saidByTray: readonly string[] = ['jobSucceeded', 'jobFailed'] satisfies NotificationKind[]
