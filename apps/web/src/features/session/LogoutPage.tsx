import { readWebAddress } from '@learnt/contract/web-address'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { forgetTeam } from '../../api/team-hint.ts'
import { forgetKept } from '../../installation/forget-kept.ts'
import { paths } from '../../routes/paths.ts'
import { forgetAttempt } from '../../session/attempted-path.ts'
import { forgetGuestLook } from '../../session/guest-look.ts'
import { beginSignOut } from '../../session/leave-signed-out.ts'

/** Ends the session, forgets what the browser kept of it, and opens the sign-in page afresh. */
export function LogoutPage() {
  const { t } = useTranslation('session')
  const [failed, setFailed] = useState(false)
  const begun = useRef(false)
  const leave = useCallback(async () => {
    setFailed(false)
    const stay = beginSignOut()
    // before the session ends, and never in the way of ending it
    const away = await call(api.providers.beginSignOut, {}, { signal: AbortSignal.timeout(3000) }).catch(() => null)
    try {
      await call(api.session.signOut)
    } catch (error) {
      if (!isProblem(error, 'not-signed-in')) {
        stay()
        return setFailed(true)
      }
    }
    forgetTeam()
    forgetAttempt()
    forgetGuestLook()
    await forgetKept()
    location.replace(readWebAddress(away?.url ?? '') ?? paths.login)
  }, [])
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void leave()
  }, [leave])
  return (
    <Box
      role="status"
      sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 3, p: 3 }}
    >
      {failed ? (
        <>
          <Typography>{t('logout.failed')}</Typography>
          <Button variant="contained" onClick={() => void leave()}>
            {t('logout.retry')}
          </Button>
        </>
      ) : (
        <>
          <CircularProgress aria-hidden />
          <Typography>{t('logout.busy')}</Typography>
        </>
      )}
    </Box>
  )
}
