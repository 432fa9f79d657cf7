import type { Activity } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { formatBytes } from '../../ui/times.ts'
import { errorAt } from '../documents/field-errors.ts'
import { fileKinds } from '../documents/file-kinds.ts'
import { UploadSlot } from '../documents/UploadSlot.tsx'
import { useEditing } from './editing.ts'
import { FileCard } from './FileCard.tsx'
import { activityField } from './field-errors.ts'

export function DocumentFields({ activity }: { activity: Extract<Activity, { kind: 'document' }> }) {
  const { t, i18n } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { editActivity, errors, locked, findFile, rememberFile, uploads } = useEditing()
  const slot = activityField(activity.id, 'fileId')
  const file = findFile(activity.fileId)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {file && (
        <FileCard
          name={file.name}
          href={file.url}
          about={[t('document.shown'), formatBytes(file.size, i18n.language)].join(' · ')}
          onRemove={locked ? undefined : () => editActivity(activity, { fileId: null })}
        />
      )}
      {!locked && (
        <UploadSlot
          slot={slot}
          label={file ? t('document.replace') : t('document.upload')}
          accept={fileKinds.document.accept}
          acceptWords={fileKinds.document.words}
          maxBytes={fileKinds.document.maxBytes}
          compact={file !== undefined}
          error={fieldText(problems, errorAt(errors, slot))}
          onFile={(chosen) =>
            void uploads.sendFile(slot, chosen, 'document', (stored) => {
              rememberFile(stored)
              editActivity(activity, { fileId: stored.id })
            })
          }
        />
      )}
    </Box>
  )
}
