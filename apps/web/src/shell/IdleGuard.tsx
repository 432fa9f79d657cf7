import { idleTimeoutMs } from '@learnt/contract/idle'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { useMe, useSession } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { rememberAttempt } from '../session/attempted-path.ts'
import { beginSignOut } from '../session/leave-signed-out.ts'
import { formatNumber } from '../ui/times.ts'
import { type IdleMark, type IdleWatch, watchIdle } from './idle-watch.ts'

const storageKey = 'learnt.idle'
/** Whatever a person does; media tell by themselves that they play. */
const activities = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart', 'timeupdate'] as const

/** Asks people who do nothing whether they are still there, and signs them out when they are not. */
export function IdleGuard({ onLeave }: { onLeave: (path: string) => void }) {
  const { t, i18n } = useTranslation('guard')
  const { userId, sessionStartedAt } = useMe()
  const { settings } = useSession()
  const timeoutMs = idleTimeoutMs(settings.sessionConfig)
  const session = `${userId} ${sessionStartedAt}`
  const watch = useRef<IdleWatch | null>(null)
  const latest = useRef(onLeave)
  latest.current = onLeave
  const [until, setUntil] = useState<number | null>(null)

  useEffect(() => {
    if (timeoutMs === null) return
    const made = watchIdle({
      timeoutMs,
      now: Date.now,
      read: () => readMark(session),
      write: (mark) => writeMark(session, mark),
      isRunning: () => !document.hidden && document.querySelector('[data-running-course]') !== null,
      onPhase: (phase) => setUntil(phase.at === 'asking' ? phase.until : null),
      // offline, the next one tells; a session that is over is heard of by everybody
      tell: () => void call(api.session.active).catch(() => {}),
      leave: (first) => void leaveIdle(userId, first, latest.current),
    })
    watch.current = made
    const touch = () => made.touch()
    const look = () => {
      made.check()
      if (!document.hidden) made.touch()
    }
    const hear = (event: StorageEvent) => event.key === storageKey && made.check()
    // media events do not rise, but they are heard on their way down
    for (const name of activities) addEventListener(name, touch, { passive: true, capture: true })
    addEventListener('storage', hear)
    document.addEventListener('visibilitychange', look)
    return () => {
      made.stop()
      watch.current = null
      for (const name of activities) removeEventListener(name, touch, { capture: true })
      removeEventListener('storage', hear)
      document.removeEventListener('visibilitychange', look)
    }
  }, [timeoutMs, session, userId])

  const id = useId()
  return (
    <Dialog open={until !== null} onClose={() => watch.current?.touch()} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('idle.title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary">{t('idle.text')}</Typography>
        {until !== null && <Countdown until={until} locale={i18n.language} />}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={() => watch.current?.touch()}>
          {t('idle.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Signs out because nobody was there; in the tabs beside it the session is over already. This page comes back after it. */
async function leaveIdle(userId: string, first: boolean, onLeave: (path: string) => void): Promise<void> {
  beginSignOut()
  rememberAttempt(location.pathname + location.search, userId)
  // unanswered, the server still ends it by itself a little later
  if (first) await call(api.session.signOut, {}, { signal: AbortSignal.timeout(3000) }).catch(() => {})
  onLeave(`${paths.login}?idle`)
}

/** Each second for the eyes; for ears the dialog itself is the news. */
function Countdown({ until, locale }: { until: number; locale: string }) {
  const { t } = useTranslation('guard')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Typography sx={{ mt: 2, fontWeight: 700 }} role="timer" aria-live="off">
      {t('idle.left', { time: clockTime(Math.max(0, Math.ceil((until - now) / 1000)), locale) })}
    </Typography>
  )
}

/** 75 is 1:15, 3675 is 1:01:15. */
function clockTime(seconds: number, locale: string): string {
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown
    .map((part, at) => (at === 0 ? '' : formatNumber(0, locale).repeat(part < 10 ? 1 : 0)) + formatNumber(part, locale))
    .join(':')
}

function readMark(session: string): IdleMark | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as (IdleMark & { session: string }) | null
    // another session's, or another version's: as if there were none
    return kept?.session === session && Number.isFinite(kept.at) && Number.isFinite(kept.told) ? kept : null
  } catch {
    return null
  }
}

function writeMark(session: string, mark: IdleMark): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ session, ...mark }))
  } catch {
    // without storage each tab watches alone, and the server has the last word
  }
}
