import { documentTypes } from '@learnt/contract/document-kinds'
import type { FoundDocument } from '@learnt/contract/find-documents'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { WhyAnswer } from './WhyAnswer.tsx'

/** Why a person has, or lacks, whatever document is picked. */
export function WhyOfPerson({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation(['permissions', 'documentKinds'])
  const [document, setDocument] = useState<FoundDocument | null>(null)
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 760, minWidth: 0 }}>
      <DocumentPicker
        key={document?.id}
        label={t('permissions:why.document')}
        kinds={documentTypes}
        value={document}
        onPick={setDocument}
        onClear={() => setDocument(null)}
      />
      {document ? (
        <WhyAnswer document={{ type: document.type, id: document.id }} userId={userId} />
      ) : (
        <Typography color="textSecondary">{t('permissions:why.chooseDocument', { name })}</Typography>
      )}
    </Box>
  )
}
