import { formKinds } from '@learnt/contract/forms/content'
import { useTranslation } from 'react-i18next'
import type { KindList } from '../../documents/kind.ts'

/** What the list of forms adds to that of every document, for administrators and for managers. */
export const formList: Pick<KindList, 'views' | 'useWords'> = {
  views: 'forms',
  useWords: () => {
    const { t } = useTranslation('formEditor')
    return {
      text: t('text'),
      emptyText: t('emptyText'),
      size: (form) => t('questions', { count: form.activityCount }),
      subtypes: {
        key: 'subtype',
        sort: 'type',
        label: t('settings.kind'),
        options: formKinds.map((value) => ({ value, label: t(`formKinds.${value}`) })),
        of: (form) => form.subtype ?? '',
      },
    }
  },
}
