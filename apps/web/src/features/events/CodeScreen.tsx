import { checkInCode, codeSeconds } from '@learnt/contract/events/check-in-codes'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** The changing code of a date for the screen in the room; goes on changing without a network. Mount it to open it. */
export function CodeScreen({
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
  const found = useQuery({
    ...queryOf(api.events.codes, { params: { documentId: eventId, sessionId } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  // the device's clock may be wrong: the server's counts
  const [ahead, setAhead] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const [code, setCode] = useState('')
  const data = found.data
  useEffect(() => {
    if (data) setAhead(Date.parse(data.serverAt) - Date.now())
  }, [data])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = data?.seconds ?? codeSeconds
  const turn = Math.floor((now + ahead) / 1000 / seconds)
  useEffect(() => {
    let here = true
    if (data) void checkInCode(data.seed, turn * seconds * 1000).then((made) => here && setCode(made))
    return () => {
      here = false
    }
  }, [data, turn, seconds])
  const left = seconds - (Math.floor((now + ahead) / 1000) % seconds)
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id} sx={{ textAlign: 'center', fontSize: '2rem' }}>
        {t('codeTitle')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', placeItems: 'center', alignContent: 'center', gap: 3 }}>
        {found.error && !data ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <>
            <Typography
              dir="ltr"
              data-testid="check-in-code"
              sx={{
                fontSize: 'min(22vw, 16rem)',
                fontWeight: 800,
                letterSpacing: '0.08em',
                lineHeight: 1,
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {code}
            </Typography>
            <Box sx={{ width: 'min(100%, 480px)' }} aria-hidden>
              <LinearProgress variant="determinate" value={(left / seconds) * 100} />
            </Box>
            <Typography color="textSecondary">{t('codeLeft', { seconds: left })}</Typography>
            <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
              {t('fullText')} {t('codeText')}
            </Typography>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('common:actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
