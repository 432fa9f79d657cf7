import { useTranslation } from 'react-i18next'
import type { KindList } from '../documents/kind.ts'
import { CreateEventDialog } from './CreateEventDialog.tsx'
import { eventKind } from './kind.ts'

const places = ['inPerson', 'virtual', 'both'] as const

/** What the list of events adds to that of every kind. */
export const eventList: KindList = {
  ...eventKind,
  views: 'events',
  Create: CreateEventDialog,
  useWords: () => {
    const { t } = useTranslation(['eventEditor', 'events'])
    const nameOf = (place: string) => t(`events:places.${place as 'both'}`, { defaultValue: place })
    return {
      text: t('list.text'),
      emptyText: t('list.emptyText'),
      size: ({ activityCount }) => (activityCount > 0 ? t('list.size', { count: activityCount }) : t('list.noDate')),
      subtypes: {
        key: 'subtype',
        sort: 'type',
        label: t('list.place'),
        options: places.map((value) => ({ value, label: nameOf(value) })),
        of: ({ subtype = '' }) => subtype,
      },
    }
  },
}
