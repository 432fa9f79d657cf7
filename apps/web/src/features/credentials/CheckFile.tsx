import { longestCheckedFile } from '@learnt/contract/checked-files'
import type { CheckedFile } from '@learnt/contract/credentials'
import UploadIcon from '@mui/icons-material/CloudUploadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'

/** Compares a file with what was issued, so that an altered one is seen to differ. */
export function CheckFile({ credentialId }: { credentialId: string }) {
  const { t, i18n } = useTranslation('credentials')
  const { t: problems } = useTranslation('problems')
  const input = useRef<HTMLInputElement>(null)
  const [isTooBig, setTooBig] = useState(false)
  const [isOver, setOver] = useState(false)
  const check = useSend(api.credentials.checkFile)
  const take = async (file: File | undefined) => {
    if (!file || check.isPending) return
    check.reset()
    setTooBig(file.size > longestCheckedFile)
    if (file.size > longestCheckedFile) return
    check.mutate({ params: { credentialId }, body: { file: await inBase64(file) } })
  }
  return (
    <Card
      component="section"
      aria-labelledby="check-file"
      onDragOver={(event: React.DragEvent) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: React.DragEvent) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
      sx={{ p: { xs: 2.5, sm: 4 }, mt: 3, outline: isOver ? '2px dashed' : 'none', outlineColor: 'primary.main' }}
    >
      <Typography id="check-file" variant="h3" sx={{ mb: 1 }}>
        {t('file.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('file.text')}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<UploadIcon />}
        loading={check.isPending}
        onClick={() => input.current?.click()}
      >
        {t('file.choose')}
      </Button>
      <Typography component="span" color="textSecondary" sx={{ ml: 1.5 }}>
        {t('file.drop')}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('file.choose')}
        accept=".pdf,.json,.png,.svg"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div role="status">
        {check.data && (
          <Alert severity={severities[check.data.outcome]} sx={{ mt: 2 }}>
            {t(`file.outcomes.${check.data.outcome}`)}{' '}
            {check.data.parts.length > 0 && t('file.parts', { parts: list(check.data.parts) })}
          </Alert>
        )}
        {(isTooBig || check.error) && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {isTooBig ? t('file.tooBig') : problemText(problems, check.error)}
          </Alert>
        )}
      </div>
    </Card>
  )

  function list(parts: CheckedFile['parts']): string {
    return new Intl.ListFormat(i18n.language).format(parts.map((part) => t(`file.names.${part}`)))
  }
}

const severities = {
  same: 'success',
  differs: 'error',
  other: 'warning',
  unreadable: 'warning',
  notYet: 'info',
} as const

function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
