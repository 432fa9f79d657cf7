import { documentTypes } from '@learnt/contract/document-kinds'
import { useTranslation } from 'react-i18next'
import { useDocumentEditing } from './editing.ts'
import type { BaseContent } from './kind.ts'
import { NamedDocuments } from './NamedDocuments.tsx'

/** Documents of any kind that people finish before this one opens. */
export function Prerequisites() {
  const { t } = useTranslation('documents')
  const { document, content, edit, errors, locked, findDocument, rememberDocument } = useDocumentEditing<
    BaseContent & { prerequisites: string[] }
  >()
  return (
    <NamedDocuments
      editing={{ errors, locked, findDocument, remember: rememberDocument }}
      title={t('prerequisites.title')}
      text={t('prerequisites.text')}
      add={t('prerequisites.add')}
      field="prerequisites"
      kinds={documentTypes}
      most={20}
      ids={content.prerequisites ?? []}
      without={[document.id]}
      onChange={(prerequisites) => edit((draft) => ({ ...draft, prerequisites }))}
    />
  )
}
