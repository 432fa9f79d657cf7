import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useDocumentEditing } from '../../documents/editing.ts'
import { errorAt } from '../../documents/field-errors.ts'
import { fileKinds } from '../../documents/file-kinds.ts'
import { UploadSlot } from '../../documents/UploadSlot.tsx'
import { useFormEditing } from './editing.ts'
import { useProblemText } from './useProblemText.ts'

/** A picture or film of the form, uploaded here. */
export function PictureSlot(props: {
  kind: 'image' | 'video'
  fileId: string | null
  onChange: (fileId: string | null) => void
  field: string
  label: string
}) {
  const { kind, fileId, onChange, field, label } = props
  const { t } = useTranslation('formEditor')
  const { locked, errors } = useFormEditing()
  const { findFile, rememberFile, uploads } = useDocumentEditing()
  const say = useProblemText()
  const file = findFile(fileId)
  const error = say(errorAt(errors, field))
  if (file) {
    return (
      <Box data-field={field} sx={{ border: 1, borderColor: 'divider', borderRadius: '10px', p: 1 }}>
        {kind === 'image' && (
          <img src={file.url} alt="" style={{ display: 'block', maxWidth: '100%', maxHeight: 180, margin: 'auto' }} />
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Link href={file.url} target="_blank" rel="noopener">
              {file.name}
            </Link>
          </Typography>
          {!locked && (
            <Button size="small" color="inherit" onClick={() => onChange(null)}>
              {t('files.remove')}
            </Button>
          )}
        </Box>
      </Box>
    )
  }
  if (locked) return null
  return (
    <UploadSlot
      slot={field}
      label={label}
      accept={fileKinds[kind].accept}
      acceptWords={fileKinds[kind].words}
      maxBytes={fileKinds[kind].maxBytes}
      compact
      error={error || undefined}
      onFile={(chosen) =>
        void uploads.sendFile(field, chosen, kind, (stored) => {
          rememberFile(stored)
          onChange(stored.id)
        })
      }
    />
  )
}
