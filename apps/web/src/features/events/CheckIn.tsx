import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../../ui/QrCode.tsx'
import { askOwnCode } from './asks.ts'
import { useKeptScans } from './useKeptScans.ts'

/** The person's own check-in: the code from the screen in the room, or theirs for the facilitator's camera. */
export function CheckIn({ eventId }: { eventId: string }) {
  const { t } = useTranslation('events')
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [result, setResult] = useState<string | null>(null)
  const own = useQuery(askOwnCode(eventId))
  const { waiting, put } = useKeptScans((sent) => {
    if (sent.scan.eventId === eventId && sent.scan.sessionId === null) setResult(sent.result)
  })
  const send = () => {
    const digits = code.replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return setError(t('checkIn.digits'))
    setError('')
    setResult(null)
    setCode('')
    put({ eventId, sessionId: null, code: digits })
  }
  const isGood = result === 'counted' || result === 'already'
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
        alignItems: 'start',
      }}
    >
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
          sx={{ display: 'grid', gap: 2 }}
        >
          <Typography variant="h2">{t('checkIn.title')}</Typography>
          <Typography color="textSecondary">{t('checkIn.text')}</Typography>
          <TextField
            label={t('checkIn.code')}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            error={error !== ''}
            helperText={error || t('checkIn.codeHelp')}
            slotProps={{
              htmlInput: {
                inputMode: 'numeric',
                autoComplete: 'one-time-code',
                maxLength: 8,
                dir: 'ltr',
                style: { fontSize: '1.5rem', letterSpacing: '0.2em' },
              },
            }}
          />
          <Button type="submit" variant="contained" size="large">
            {t('checkIn.send')}
          </Button>
          <div role="status">
            {result !== null && (
              <Alert severity={isGood ? 'success' : result === 'late' ? 'warning' : 'error'}>
                {t(`checkIn.results.${result as 'counted'}`, { defaultValue: t('reasons.default') })}
              </Alert>
            )}
            {waiting > 0 && (
              <Alert severity="warning" sx={{ mt: result === null ? 0 : 1 }}>
                {t('checkIn.kept')} {t('checkIn.keptCount', { count: waiting })}
              </Alert>
            )}
          </div>
        </Box>
      </Card>
      {own.data && (
        <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, justifyItems: 'center' }}>
          <Typography variant="h2">{t('checkIn.ownCode')}</Typography>
          <QrCode text={own.data.code} label={t('checkIn.ownCode')} size={240} />
          <Typography color="textSecondary">{t('checkIn.ownCodeText')}</Typography>
        </Card>
      )}
    </Box>
  )
}
