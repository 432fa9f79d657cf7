import type { StoredFile } from '@learnt/contract/files'
import UploadIcon from '@mui/icons-material/CloudUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { problemText } from '../../ui/problem-text.ts'
import { uploadFile } from '../certificates/upload-file.ts'

/** The picture of a reward; a new one is uploaded at once. */
export function RewardPicture({ image, onPicture }: { image: string; onPicture: (file: StoredFile | null) => void }) {
  const { t } = useTranslation('rewards')
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
    <Box role="group" aria-label={t('picture.label')}>
      <Typography variant="subtitle2" component="p">
        {t('picture.label')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1.5, mt: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
        {image && (
          <Box
            component="img"
            src={image}
            alt=""
            sx={{ width: 96, height: 54, objectFit: 'cover', borderRadius: '8px', display: 'block' }}
          />
        )}
        <Button
          variant="outlined"
          size="small"
          startIcon={<UploadIcon />}
          loading={isBusy}
          onClick={() => input.current?.click()}
        >
          {t('picture.upload')}
        </Button>
        {image && (
          <Button size="small" color="inherit" onClick={() => onPicture(null)}>
            {t('picture.remove')}
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
        aria-label={t('picture.upload')}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </Box>
  )
}
