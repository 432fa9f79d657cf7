import { type fileOutcomes, largestCheckedFile, readCredential } from '@learnt/contract/baked-credential'
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
  const [isOver, setOver] = useState(false)
  /** What the page itself can tell of a file. */
  const [refused, setRefused] = useState<'tooBig' | 'unreadable' | null>(null)
  const check = useSend(api.credentials.checkFile)
  const take = async (file: File | undefined) => {
    if (!file || check.isPending) return
    check.reset()
    setRefused(null)
    if (file.size > largestCheckedFile) return setRefused('tooBig')
    const body = await contentOf(new Uint8Array(await file.arrayBuffer()))
    if (body) check.mutate({ params: { credentialId }, body })
    else setRefused('unreadable')
  }
  const outcome = refused === 'unreadable' ? refused : check.data?.outcome
  const parts = check.data?.parts ?? []
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
        {outcome && (
          <Alert severity={severities[outcome]} sx={{ mt: 2 }}>
            {t(`file.outcomes.${outcome}`)} {parts.length > 0 && t('file.parts', { parts: list(parts) })}
          </Alert>
        )}
        {(refused === 'tooBig' || check.error) && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {refused === 'tooBig' ? t('file.tooBig') : problemText(problems, check.error)}
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
} as const satisfies Record<(typeof fileOutcomes)[number], string>

/** What is compared: the digest of a PDF, or the credential in a file. The file itself stays here. */
async function contentOf(bytes: Uint8Array<ArrayBuffer>) {
  if (String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-') {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    return {
      kind: 'certificate' as const,
      sha256: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    }
  }
  const credential = readCredential(bytes)
  return credential === null ? null : { kind: 'badge' as const, credential }
}
