import { resourceTypes } from '@learnt/contract/resources'
import { useTranslation } from 'react-i18next'
import type { KindList } from '../documents/kind.ts'
import { CreateResourceDialog } from './CreateResourceDialog.tsx'
import { resourceKind } from './kind.ts'

/** What the list of resources adds to that of every kind. */
export const resourceList: KindList = {
  ...resourceKind,
  views: 'resources',
  Create: CreateResourceDialog,
  useWords: () => {
    const { t } = useTranslation('resources')
    const nameOf = (type: string) => t(`types.${type as 'pdf'}`, { defaultValue: type })
    return {
      text: t('list.text'),
      emptyText: t('list.emptyText'),
      size: ({ subtype = '' }) => nameOf(subtype),
      subtypes: {
        key: 'subtype',
        sort: 'type',
        label: t('type'),
        options: resourceTypes.map((value) => ({ value, label: nameOf(value) })),
        of: ({ subtype = '' }) => subtype,
      },
    }
  },
}
