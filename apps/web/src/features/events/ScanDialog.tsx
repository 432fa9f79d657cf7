import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentScan } from './kept-scans.ts'
import { useKeptScans } from './useKeptScans.ts'

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type Detectors = new (of: { formats: 'qr_code'[] }) => Detector

/** The browser's own, where it has one: Safari and Firefox have none. */
async function detectors(): Promise<Detectors> {
  const own = (globalThis as { BarcodeDetector?: Detectors }).BarcodeDetector
  return own ?? (await import('qr/decode.js')).BarcodeDetector
}

/** One code stands before the camera for many pictures: it is taken once in this time. */
const againMs = 5000

/** Takes people's codes with the camera, or typed; what cannot be sent is kept on the device. Mount it to open it. */
export function ScanDialog({
  eventId,
  sessionId,
  onClose,
}: {
  eventId: string
  sessionId: string
  onClose: () => void
}) {
  const { t } = useTranslation(['eventPeople', 'common'])
  const id = useId()
  const video = useRef<HTMLVideoElement>(null)
  const [hasCamera, setCamera] = useState(true)
  const [typed, setTyped] = useState('')
  const [results, setResults] = useState<SentScan[]>([])
  const { waiting, put } = useKeptScans((sent) => {
    if (sent.scan.sessionId === sessionId) setResults((before) => [sent, ...before].slice(0, 20))
  })
  const take = useRef((_: string) => {})
  take.current = (code) => put({ eventId, sessionId, code })
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const seen = new Map<string, number>()
    async function look() {
      if (!navigator.mediaDevices) return setCamera(false)
      const detector = new (await detectors())({ formats: ['qr_code'] })
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      while (!isOver && video.current) {
        for (const { rawValue } of await detector.detect(video.current)) {
          if (Date.now() - (seen.get(rawValue) ?? 0) < againMs) continue
          seen.set(rawValue, Date.now())
          take.current(rawValue)
        }
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    look().catch(() => !isOver && setCamera(false))
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('scanTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t('scanText')}</Typography>
        {hasCamera ? (
          <video ref={video} muted playsInline style={{ width: '100%', borderRadius: 12, background: '#000' }} />
        ) : (
          <Alert severity="info">{t('noCamera')}</Alert>
        )}
        <Box
          component="form"
          noValidate
          sx={{ display: 'flex', gap: 1.5 }}
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim()) take.current(typed.trim())
            setTyped('')
          }}
        >
          <TextField
            fullWidth
            size="small"
            label={t('typed')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { maxLength: 300, dir: 'ltr' } }}
          />
          <Button type="submit" variant="outlined">
            {t('take')}
          </Button>
        </Box>
        {waiting > 0 && <Alert severity="warning">{t('kept', { count: waiting })}</Alert>}
        <Box role="log" aria-label={t('scanTitle')}>
          {results.map(({ scan, result, name }) => (
            <Alert
              key={scan.id}
              severity={result === 'counted' || result === 'already' ? 'success' : 'error'}
              sx={{ mb: 1 }}
            >
              {t('scanned', { name: name || t('unknown'), result: t(`results.${result as 'counted'}`) })}
            </Alert>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
