import UploadIcon from '@mui/icons-material/CloudUploadOutlined'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from './ProgressBar.tsx'
import { formatBytes } from './times.ts'
import { startUpload, type UploadControl } from './upload.ts'

export interface FileDropProps {
  /** Where resumable uploads begin: `addressOf(api.files.create)`. */
  endpoint: string
  label: string
  /** MIME types or extensions, as `accept` of an input takes them. */
  accept?: string
  /** The accepted kinds in words, for the hint. */
  acceptWords?: string
  maxBytes: number
  help?: string
  disabled?: boolean
  /** Called with the id of the finished upload. A rejected promise is shown as the reason. */
  onUploaded: (uploadId: string, file: File) => unknown
}

type State =
  | { at: 'idle' }
  | { at: 'running'; file: File; sent: number; since: number; from: number }
  | { at: 'paused'; file: File; sent: number }
  | { at: 'finishing'; file: File }
  | { at: 'done'; file: File }
  | { at: 'failed'; file: File; sent: number; reason: string }

/** Takes one file by drop or choice and uploads it so that it can stop and go on, also after a lost connection. */
export function FileDrop({
  endpoint,
  label,
  accept,
  acceptWords,
  maxBytes,
  help,
  disabled = false,
  onUploaded,
}: FileDropProps) {
  const { t, i18n } = useTranslation()
  const [state, setState] = useState<State>({ at: 'idle' })
  const [refused, setRefused] = useState('')
  const [over, setOver] = useState(false)
  const control = useRef<UploadControl | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => () => control.current?.pause(), [])
  const bytes = (value: number) => formatBytes(value, i18n.language)

  const take = async (file: File | undefined) => {
    if (!file) return
    setRefused('')
    if (file.size > maxBytes) return setRefused(t('files.tooLarge', { size: bytes(maxBytes) }))
    if (accept && !matches(file, accept)) return setRefused(t('files.wrongType'))
    setState({ at: 'running', file, sent: 0, since: Date.now(), from: 0 })
    control.current = await startUpload(endpoint, file, {
      onProgress: (sent, from) =>
        setState((now) => ({
          at: 'running',
          file,
          sent,
          from,
          since: now.at === 'running' && now.from === from ? now.since : Date.now(),
        })),
      onFailed: (reason) =>
        setState((now) => ({
          at: 'failed',
          file,
          sent: 'sent' in now ? now.sent : 0,
          reason: reason || t('files.lost'),
        })),
      onDone: async (uploadId) => {
        setState({ at: 'finishing', file })
        try {
          await onUploaded(uploadId, file)
          setState({ at: 'done', file })
        } catch (error) {
          setState({ at: 'idle' })
          setRefused(error instanceof Error ? error.message : String(error))
        }
      },
    })
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled && (state.at === 'idle' || state.at === 'done')) void take(event.dataTransfer.files[0])
  }
  const percent = 'sent' in state && state.file.size > 0 ? Math.floor((state.sent / state.file.size) * 100) : 0

  return (
    <Box>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          if (!disabled) setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        role="group"
        aria-labelledby={`${id}-label`}
        sx={(theme) => ({
          border: `2px dashed ${over ? theme.palette.primary.main : theme.palette.mode === 'light' ? '#9aa2ac' : '#6d7680'}`,
          borderRadius: '14px',
          bgcolor: over ? theme.palette.primary.soft : 'background.paper',
          p: 3,
          textAlign: 'center',
          transition: 'background-color 150ms, border-color 150ms',
        })}
      >
        <Typography id={`${id}-label`} sx={{ fontWeight: 700 }}>
          {label}
        </Typography>
        {(state.at === 'idle' || state.at === 'done') && (
          <>
            <UploadIcon aria-hidden sx={{ fontSize: 40, color: 'text.secondary', mt: 1 }} />
            <Typography variant="body2" color="textSecondary" role={state.at === 'done' ? 'status' : undefined}>
              {state.at === 'done' ? t('files.finished', { name: state.file.name }) : t('files.drop')}
            </Typography>
            <Button variant="outlined" sx={{ mt: 1.5 }} disabled={disabled} onClick={() => input.current?.click()}>
              {state.at === 'done' ? t('files.chooseOther') : t('files.choose')}
            </Button>
            <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1.5 }}>
              {[
                acceptWords && t('files.accepts', { types: acceptWords }),
                t('files.limit', { size: bytes(maxBytes) }),
                help,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </>
        )}
        {state.at !== 'idle' && state.at !== 'done' && (
          <Box sx={{ mt: 2, maxWidth: 460, mx: 'auto', textAlign: 'start' }}>
            <Typography variant="body2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
              {t('files.uploading', { name: state.file.name })}
            </Typography>
            <ProgressBar
              value={state.at === 'finishing' ? null : percent}
              label={t('files.uploading', { name: state.file.name })}
            />
            {'sent' in state && (
              <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.75 }}>
                {t('files.progress', { done: bytes(state.sent), total: bytes(state.file.size) })}
                {state.at === 'running' &&
                  timeLeft(state) !== null &&
                  ` · ${t('files.left', { time: words(t, timeLeft(state) ?? 0) })}`}
              </Typography>
            )}
            {state.at === 'failed' && (
              <Alert severity="error" sx={{ mt: 1.5 }}>
                {t('files.failed', { reason: state.reason })}
              </Alert>
            )}
            <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
              {state.at === 'running' && (
                <Button
                  size="small"
                  startIcon={<PauseIcon />}
                  onClick={() => {
                    control.current?.pause()
                    setState({ at: 'paused', file: state.file, sent: state.sent })
                  }}
                >
                  {t('files.pause')}
                </Button>
              )}
              {(state.at === 'paused' || state.at === 'failed') && (
                <Button
                  size="small"
                  variant="contained"
                  startIcon={<PlayIcon />}
                  onClick={() => {
                    setState({ at: 'running', file: state.file, sent: state.sent, since: Date.now(), from: state.sent })
                    control.current?.resume()
                  }}
                >
                  {t('files.resume')}
                </Button>
              )}
              {state.at !== 'finishing' && (
                <Button
                  size="small"
                  color="inherit"
                  onClick={() => {
                    void control.current?.abandon()
                    setState({ at: 'idle' })
                  }}
                >
                  {t('files.abandon')}
                </Button>
              )}
            </Box>
          </Box>
        )}
        <input
          ref={input}
          type="file"
          hidden
          {...(accept ? { accept } : {})}
          aria-label={label}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Box>
      {refused && (
        <Alert severity="error" role="alert" sx={{ mt: 1.5 }}>
          {refused}
        </Alert>
      )}
    </Box>
  )
}

function matches(file: File, accept: string): boolean {
  const name = file.name.toLowerCase()
  return accept.split(',').some((raw) => {
    const one = raw.trim().toLowerCase()
    if (one.startsWith('.')) return name.endsWith(one)
    if (one.endsWith('/*')) return file.type.startsWith(one.slice(0, -1))
    return file.type === one
  })
}

/** Seconds left at the pace so far; null in the first two seconds. */
function timeLeft(state: { file: File; sent: number; since: number; from: number }): number | null {
  const seconds = (Date.now() - state.since) / 1000
  const pace = (state.sent - state.from) / seconds
  return seconds < 2 || pace <= 0 ? null : Math.ceil((state.file.size - state.sent) / pace)
}

function words(t: ReturnType<typeof useTranslation<'common'>>['t'], seconds: number): string {
  return seconds < 60
    ? t('duration.seconds', { count: seconds })
    : t('duration.minutes', { count: Math.ceil(seconds / 60) })
}
