import type { StoredFile } from '@learnt/contract/files'
import UploadIcon from '@mui/icons-material/CloudUploadOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { problemText } from '../../ui/problem-text.ts'
import { uploadFile } from './upload-file.ts'

/** Chooses a picture of the certificate; it is uploaded at once. */
export function PictureField({
  label,
  hasPicture,
  onPicture,
}: {
  label: string
  hasPicture: boolean
  onPicture: (file: StoredFile | null) => void
}) {
  const { t } = useTranslation('certificates')
  const { t: problems } = useTranslation('problems')
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setRefused('')
    try {
      onPicture(await call(api.files.adopt, { body: { uploadId: await uploadFile(file), purpose: 'image' } }))
    } catch (error) {
      setRefused((isProblem(error) ? error.errors[0]?.message : '') || problemText(problems, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="subtitle2" component="p">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<UploadIcon />}
          loading={isBusy}
          onClick={() => input.current?.click()}
        >
          {t('design.upload')}
        </Button>
        {hasPicture && (
          <Button size="small" color="inherit" startIcon={<DeleteIcon />} onClick={() => onPicture(null)}>
            {t('design.noPictureAnyMore')}
          </Button>
        )}
      </Box>
      {refused && (
        <Typography role="alert" variant="body2" color="error" sx={{ mt: 0.5 }}>
          {refused}
        </Typography>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={label}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </Box>
  )
}
