import CloseIcon from '@mui/icons-material/Close'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { formatBytes } from '../../../ui/times.ts'
import { type FieldProps, useFilling } from './field-props.ts'

const accepts = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
  document: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.csv,.txt',
} as const

/** Files of the person, by choice, drop or camera. What does not arrive is said, and can be tried again. */
export function FileField(props: FieldProps<'file'>) {
  const { field, answer = [], onChange, onLeave, hasError, id, labelId, describedBy } = props
  const { t, i18n } = useTranslation('formFields')
  const { services } = useFilling()
  const { upload } = services
  const [coming, setComing] = useState<{ name: string; percent: number } | null>(null)
  const [failed, setFailed] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(answer)
  latest.current = answer
  const room = field.maxFiles - answer.length
  const bytes = (value: number) => formatBytes(value, i18n.language)

  const take = async (files: readonly File[]) => {
    if (!upload || coming) return
    setFailed('')
    for (const file of files) {
      if (latest.current.length >= field.maxFiles) return setFailed(t('file.tooMany', { count: field.maxFiles }))
      if (file.size > field.maxBytes) {
        setFailed(t('file.tooLarge', { name: file.name, size: bytes(field.maxBytes) }))
        continue
      }
      setComing({ name: file.name, percent: 0 })
      try {
        const stored = await upload(field.key, file, (percent) => setComing({ name: file.name, percent }))
        latest.current = [...latest.current, stored]
        onChange(latest.current)
      } catch (error) {
        setFailed(t('file.failed', { name: file.name, reason: error instanceof Error ? error.message : '' }))
      } finally {
        setComing(null)
      }
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    void take([...event.dataTransfer.files])
  }
  return (
    <Box onBlur={onLeave} sx={{ maxWidth: 640 }}>
      {answer.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mb: 1, display: 'grid', gap: 0.75 }}>
          {answer.map((file) => (
            <Box
              component="li"
              key={file.fileId}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                border: 1,
                borderColor: 'divider',
                borderRadius: '10px',
                paddingInlineStart: 1.5,
              }}
            >
              <FileIcon aria-hidden sx={{ color: 'text.secondary' }} />
              <Typography variant="body2" dir="auto" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', py: 1 }}>
                {file.name}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {bytes(file.size)}
              </Typography>
              <IconButton
                aria-label={t('file.remove', { name: file.name })}
                onClick={() => {
                  const rest = answer.filter((one) => one.fileId !== file.fileId)
                  onChange(rest.length > 0 ? rest : null)
                  input.current?.closest('[data-field]')?.querySelector<HTMLButtonElement>('button')?.focus()
                }}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      {coming ? (
        <Box>
          <Typography variant="body2" sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
            {t('file.coming', { name: coming.name })}
          </Typography>
          <ProgressBar value={coming.percent} label={t('file.coming', { name: coming.name })} />
        </Box>
      ) : (
        room > 0 && (
          <Box
            onDragOver={(event) => event.preventDefault()}
            onDrop={onDrop}
            sx={(theme) => ({
              border: '2px dashed',
              borderColor: hasError ? 'error.main' : theme.fieldLine,
              borderRadius: '12px',
              p: 1.5,
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1.5,
              alignItems: 'center',
            })}
          >
            <Button
              id={id}
              variant="outlined"
              disabled={!upload}
              onClick={() => input.current?.click()}
              aria-describedby={[labelId, describedBy].filter(Boolean).join(' ')}
            >
              {t(answer.length > 0 ? 'file.another' : 'file.choose')}
            </Button>
            <Typography variant="caption" color="textSecondary" sx={{ flex: 1, minWidth: 140 }}>
              {upload ? t('file.limits', { count: field.maxFiles, size: bytes(field.maxBytes) }) : t('file.notHere')}
            </Typography>
          </Box>
        )
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={field.maxFiles > 1}
        accept={field.types.map((type) => accepts[type]).join(',') || undefined}
        aria-labelledby={labelId}
        onChange={(event) => {
          void take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {failed && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {failed}
        </Alert>
      )}
    </Box>
  )
}
