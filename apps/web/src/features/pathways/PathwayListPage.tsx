import { useTranslation } from 'react-i18next'
import { loadDocuments } from '../documents/asks.ts'
import { DocumentsPage } from '../documents/DocumentsPage.tsx'
import type { KindList } from '../documents/kind.ts'
import { CreatePathwayDialog } from './CreatePathwayDialog.tsx'
import { pathwayKind } from './kind.ts'

const kind: KindList = {
  ...pathwayKind,
  views: 'pathways',
  Create: CreatePathwayDialog,
  useWords: () => {
    const { t } = useTranslation('pathwayEditor')
    return {
      text: t('text'),
      emptyText: t('emptyText'),
      size: (pathway) => t('steps', { count: pathway.activityCount }),
      subtypes: {
        key: 'subtype',
        sort: 'type',
        label: t('order.label'),
        options: (['sequenced', 'choice'] as const).map((value) => ({ value, label: t(`order.${value}`) })),
        of: (pathway) => pathway.subtype ?? '',
      },
    }
  },
}

export const loader = loadDocuments(kind)

/** The pathways of the tenant. */
export function PathwayListPage() {
  return <DocumentsPage kind={kind} />
}
