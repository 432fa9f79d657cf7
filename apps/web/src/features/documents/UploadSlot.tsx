import UploadIcon from '@mui/icons-material/CloudUploadOutlined'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { formatBytes } from '../../ui/times.ts'
import { useDocumentEditing, useUpload } from './editing.ts'
import type { UploadState } from './uploads.ts'

export interface UploadSlotProps {
  /** The place of the content that the file is for. */
  slot: string
  label: string
  /** As `accept` of an input takes it. */
  accept: string
  acceptWords: string
  maxBytes: number
  disabled?: boolean
  error?: string | undefined
  /** A row of its own, or a small button line. */
  compact?: boolean
  onFile: (file: File) => void
  /** Shows what the server found in a file that it refused. */
  findings?: (refused: Extract<UploadState, { at: 'refused' }>) => ReactNode
}

/** Takes one file by drop or choice and shows how far it is; the upload itself belongs to the page and goes on when another step is opened. */
export function UploadSlot({
  slot,
  label,
  accept,
  acceptWords,
  maxBytes,
  disabled = false,
  error,
  compact = false,
  onFile,
  findings,
}: UploadSlotProps) {
  const { t, i18n } = useTranslation(['common', 'documents'])
  const { uploads } = useDocumentEditing()
  const state = useUpload(slot)
  const [refused, setRefused] = useState('')
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const bytes = (value: number) => formatBytes(value, i18n.language)
  const idle = !state || state.at === 'refused' || state.at === 'accepted'

  const take = (file: File | undefined) => {
    if (!file || !idle) return
    setRefused('')
    if (file.size > maxBytes) return setRefused(t('files.tooLarge', { size: bytes(maxBytes) }))
    if (!fits(file, accept)) return setRefused(t('files.wrongType'))
    onFile(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files[0])
  }
  const percent = state && 'sent' in state && state.size > 0 ? Math.floor((state.sent / state.size) * 100) : 0
  return (
    <Box data-field={slot}>
      <Box
        role="group"
        aria-labelledby={`${id}-label`}
        onDragOver={(event) => {
          event.preventDefault()
          if (!disabled && idle) setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        sx={(theme) => ({
          border: '2px dashed',
          borderColor: error
            ? 'error.main'
            : over
              ? 'primary.main'
              : theme.palette.mode === 'light'
                ? '#9aa2ac'
                : '#6d7680',
          borderRadius: '14px',
          bgcolor: over ? theme.palette.primary.soft : 'background.paper',
          p: compact ? 1.5 : { xs: 2, sm: 3 },
          textAlign: 'center',
          transition: 'background-color 150ms, border-color 150ms',
        })}
      >
        {idle ? (
          <Box
            sx={
              compact ? { display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', textAlign: 'start' } : {}
            }
          >
            {!compact && <UploadIcon aria-hidden sx={{ fontSize: 38, color: 'text.secondary' }} />}
            <Box sx={{ flex: 1, minWidth: 'min(100%, 160px)' }}>
              <Typography id={`${id}-label`} variant={compact ? 'body2' : 'body1'} sx={{ fontWeight: 700 }}>
                {label}
              </Typography>
              <Typography variant="caption" component="p" color="textSecondary">
                {compact ? '' : `${t('files.drop')} · `}
                {[t('files.accepts', { types: acceptWords }), t('files.limit', { size: bytes(maxBytes) })].join(' · ')}
              </Typography>
            </Box>
            <Button
              variant="outlined"
              size={compact ? 'small' : 'medium'}
              sx={compact ? {} : { mt: 1.5 }}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {t('files.choose')}
            </Button>
          </Box>
        ) : (
          <Box sx={{ maxWidth: 480, mx: 'auto', textAlign: 'start' }}>
            <Typography id={`${id}-label`} variant="body2" sx={{ mb: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {state.at === 'checking'
                ? t('documents:files.checking', { name: state.name })
                : t('files.uploading', { name: state.name })}
            </Typography>
            <ProgressBar
              value={state.at === 'checking' ? null : percent}
              label={t('files.uploading', { name: state.name })}
            />
            {'sent' in state && (
              <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.75 }}>
                {t('files.progress', { done: bytes(state.sent), total: bytes(state.size) })}
                {state.at === 'running' &&
                  timeLeft(state) !== null &&
                  ` · ${t('files.left', { time: lasting(t, timeLeft(state) ?? 0) })}`}
                {state.at === 'paused' && ` · ${t('files.paused', { percent })}`}
              </Typography>
            )}
            {state.at === 'failed' && (
              <Alert severity="error" role="alert" sx={{ mt: 1.5 }}>
                {t('files.failed', { reason: state.reason })}
              </Alert>
            )}
            {state.at !== 'checking' && (
              <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
                {state.at === 'running' ? (
                  <Button size="small" startIcon={<PauseIcon />} onClick={() => uploads.pause(slot)}>
                    {t('files.pause')}
                  </Button>
                ) : (
                  <Button
                    size="small"
                    variant="contained"
                    startIcon={<PlayIcon />}
                    onClick={() => uploads.resume(slot)}
                  >
                    {t('files.resume')}
                  </Button>
                )}
                <Button size="small" color="inherit" onClick={() => uploads.dismiss(slot)}>
                  {t('files.abandon')}
                </Button>
              </Box>
            )}
          </Box>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          aria-label={label}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Box>
      {state?.at === 'refused' && (
        <Alert severity="error" role="alert" sx={{ mt: 1.5 }} onClose={() => uploads.dismiss(slot)}>
          <Typography variant="subtitle2">{t('documents:files.refused', { name: state.name })}</Typography>
          {state.reason && <Typography variant="body2">{state.reason}</Typography>}
          {state.problems.length > 0 && findings && <Box sx={{ mt: 1 }}>{findings(state)}</Box>}
        </Alert>
      )}
      {(refused || error) && (
        <Alert severity="error" role="alert" sx={{ mt: 1.5 }}>
          {refused || error}
        </Alert>
      )}
    </Box>
  )
}

function fits(file: File, accept: string): boolean {
  const name = file.name.toLowerCase()
  return accept.split(',').some((raw) => {
    const one = raw.trim().toLowerCase()
    if (one.startsWith('.')) return name.endsWith(one)
    return one.endsWith('/*') ? file.type.startsWith(one.slice(0, -1)) : file.type === one
  })
}

/** Seconds left at the pace so far; null in the first two seconds. */
function timeLeft(state: { size: number; sent: number; since: number; from: number }): number | null {
  const seconds = (Date.now() - state.since) / 1000
  const pace = (state.sent - state.from) / seconds
  return seconds < 2 || pace <= 0 ? null : Math.ceil((state.size - state.sent) / pace)
}

function lasting(t: ReturnType<typeof useTranslation<['common', 'documents']>>['t'], seconds: number): string {
  return seconds < 60
    ? t('duration.seconds', { count: seconds })
    : t('duration.minutes', { count: Math.ceil(seconds / 60) })
}
