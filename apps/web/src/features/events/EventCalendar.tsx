import type { CalendarEntry } from '@learnt/contract/calendar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { type BoardHandle, CalendarBoard } from '../calendar/CalendarBoard.tsx'
import { isoDay } from '../calendar/entry-times.ts'
import { askExploreSpan } from './asks.ts'
import { eventPaths } from './event-paths.ts'

/** Events to explore in a month, or as an agenda on a phone. */
export function EventCalendar() {
  const { t } = useTranslation(['calendar', 'events'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true })
  const navigate = useNavigate()
  const board = useRef<BoardHandle>(null)
  const [range, setRange] = useState<{ from: Date; to: Date; title: string } | null>(null)
  const found = useQuery({
    ...askExploreSpan(range?.from ?? new Date(0), range?.to ?? new Date(0)),
    enabled: range !== null,
    placeholderData: (before) => before,
  })
  const entries = (found.data?.items ?? []).flatMap((event): CalendarEntry[] =>
    event.startsAt && event.endsAt
      ? [
          {
            id: event.eventId,
            kind: 'event',
            title: event.title,
            description: '',
            place: event.where,
            startsAt: event.startsAt,
            endsAt: event.endsAt,
            days: null,
            timeZone: event.timeZone,
            mark: event.isCancelled ? 'cancelled' : event.state === 'waiting' ? 'waiting' : 'none',
            documentType: 'event',
            href: eventPaths.exploreOne(event.eventId),
            joinHref: '',
            own: null,
          },
        ]
      : [],
  )
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => board.current?.api()?.prev()}>
          {t('previous')}
        </Button>
        <Button variant="outlined" onClick={() => board.current?.api()?.next()}>
          {t('next')}
        </Button>
        <Typography variant="h2" aria-live="polite">
          {range?.title ?? ' '}
        </Typography>
      </Box>
      {found.error && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      <CalendarBoard
        ref={board}
        entries={entries}
        view={phone ? 'agenda' : 'month'}
        day={isoDay(new Date())}
        onRange={(next) =>
          setRange((before) => (before && +before.from === +next.from && +before.to === +next.to ? before : next))
        }
        onOpen={(entry) => void navigate({ to: entry.href })}
      />
    </>
  )
}
