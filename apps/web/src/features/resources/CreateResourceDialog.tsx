import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { CreateDocumentDialog } from '../documents/CreateDocumentDialog.tsx'
import { resourceKind } from './kind.ts'

/** Begins a resource without its file or address, which its editor asks for. Mount it to open it. */
export function CreateResourceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('resources')
  return (
    <CreateDocumentDialog kind={resourceKind} onClose={onClose}>
      <Alert severity="info">{t('create.text')}</Alert>
    </CreateDocumentDialog>
  )
}
