import { type FormKind, formKinds } from '@learnt/contract/forms/content'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadDocuments } from '../../documents/asks.ts'
import { CreateDocumentDialog } from '../../documents/CreateDocumentDialog.tsx'
import { DocumentsPage } from '../../documents/DocumentsPage.tsx'
import type { KindList } from '../../documents/kind.ts'
import { formKind } from '../kind.ts'
import { KindField } from './KindField.tsx'

function CreateFormDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<FormKind>('survey')
  return (
    <CreateDocumentDialog kind={formKind} more={{ kind }} filled={kind !== 'survey'} onClose={onClose}>
      <KindField value={kind} onChange={setKind} />
    </CreateDocumentDialog>
  )
}

const kind: KindList = {
  ...formKind,
  views: 'forms',
  Create: CreateFormDialog,
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

export const loader = loadDocuments(kind)

/** The forms of the tenant. */
export function FormsPage() {
  return <DocumentsPage kind={kind} />
}
