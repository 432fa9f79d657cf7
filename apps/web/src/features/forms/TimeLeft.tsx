import TimerIcon from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

/** A countdown of days says less than the date, which stands on the form's page. */
const shownSeconds = 24 * 3600
/** Said aloud when so many seconds are left. */
const marks = [600, 300, 60]

/**
 * How long the person may go on, counted from what the server said: the clock of the device may be wrong, or changed.
 * `onOver` is called once.
 */
export function TimeLeft({ endsAt, now, onOver }: { endsAt: string; now: string; onOver: () => void }) {
  const { t } = useTranslation('myForms')
  const [until] = useState(() => performance.now() + Math.max(0, Date.parse(endsAt) - Date.parse(now)))
  const [left, setLeft] = useState(() => secondsTo(until))
  const [said, setSaid] = useState('')
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    let before = secondsTo(until)
    let isOver = false
    const tick = () => {
      const seconds = secondsTo(until)
      setLeft(seconds)
      const mark = marks.find((one) => before > one && seconds <= one)
      if (mark) setSaid(t('timeLeftSaid', { count: mark / 60 }))
      before = seconds
      if (seconds > 0 || isOver) return
      isOver = true
      over.current()
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [until, t])
  if (left > shownSeconds) return null
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(left / 3600)
  const text = `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        fontWeight: 700,
        fontVariantNumeric: 'tabular-nums',
        color: left <= 60 ? 'error.main' : 'text.primary',
      }}
    >
      <TimerIcon aria-hidden fontSize="small" />
      <span role="timer" aria-label={t('timeLeft')}>
        <bdi dir="ltr">{text}</bdi>
      </span>
      <span aria-live="assertive" style={visuallyHidden}>
        {said}
      </span>
    </Box>
  )
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - performance.now()) / 1000))
