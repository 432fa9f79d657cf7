import type { CalendarEntry, CalendarKind } from '@learnt/contract/calendar'
import AddIcon from '@mui/icons-material/Add'
import EarlierIcon from '@mui/icons-material/ChevronLeft'
import LaterIcon from '@mui/icons-material/ChevronRight'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { askEntries } from './asks.ts'
import { type BoardHandle, CalendarBoard, type CalendarView, calendarViews, viewNameOf } from './CalendarBoard.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import { inputOf, isoDay, type Span, timeOf, whenOf } from './entry-times.ts'

// the contract's own list would bring its schemas along
const kinds: readonly CalendarKind[] = ['own', 'event', 'due', 'form', 'certificate']
const EntryDialog = lazyPart(async () => (await import('./EntryDialog.tsx')).EntryDialog, { floats: true })
const FeedDialog = lazyPart(async () => (await import('./FeedDialog.tsx')).FeedDialog, { floats: true })

type Open =
  | { what: 'details'; entry: CalendarEntry }
  | { what: 'entry'; entry: CalendarEntry | null; span: Span }
  | { what: 'feed' }

/** Month, week, day and agenda of everything that the person has a date with. View, day and filter are in the address. */
export function CalendarPage() {
  const { t, i18n } = useTranslation(['calendar', 'problems'])
  const { t: problems } = useTranslation('problems')
  const { t: words } = useTranslation('calendar')
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true })
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { view?: string; day?: string; without?: string }
  const view = calendarViews.find((one) => one === search.view) ?? (phone ? 'agenda' : 'month')
  const day = /^\d{4}-\d{2}-\d{2}$/.test(search.day ?? '') ? String(search.day) : isoDay(new Date())
  const hidden = (search.without ?? '').split('.')
  const board = useRef<BoardHandle>(null)
  const keysId = useId()
  const [range, setRange] = useState<{ from: Date; to: Date; title: string } | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const [said, say] = useState('')
  const found = useQuery({
    ...askEntries(range?.from ?? new Date(0), range?.to ?? new Date(0)),
    enabled: range !== null,
    placeholderData: (before) => before,
  })
  useLive('me', () => void found.refetch())
  const change = useSend(api.calendar.changeEntry, { outdates: ['calendar', 'quickPanel'] })
  const remove = useSend(api.calendar.removeEntry, { outdates: ['calendar', 'quickPanel'] })
  const [moved, setMoved] = useState<CalendarEntry[]>([])
  // what was moved stands in its new place until the server's answer brings it
  const movedIds = new Set(moved.map((entry) => entry.id))
  const entries = (found.data?.items ?? [])
    .map((entry) => (movedIds.has(entry.id) ? (moved.find((one) => one.id === entry.id) ?? entry) : entry))
    .filter((entry) => !hidden.includes(entry.kind))
  const items = found.data?.items
  useEffect(() => {
    if (items) setMoved([])
  }, [items])

  const put = (next: { view?: CalendarView; day?: string; without?: string }) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true } as never)
  const narrow = (kind: CalendarKind) => {
    const next = hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind]
    put({ without: next.filter(Boolean).join('.') || (undefined as never) })
  }
  useEffect(() => {
    const calendar = board.current?.api()
    if (calendar && calendar.view.type !== viewNameOf(view)) calendar.changeView(viewNameOf(view))
  }, [view])
  const fail = (error: unknown) => showToast({ variant: 'error', text: problemText(problems, error) })
  const move = async (entry: CalendarEntry, span: Span): Promise<boolean> => {
    if (!entry.own) return false
    const { id: entryId, revision } = entry.own
    const body = { ...inputOf(entry), time: timeOf(span, entry.timeZone), revision }
    try {
      const saved = await change.mutateAsync({ params: { entryId }, body })
      setMoved((before) => [...before.filter((one) => one.id !== saved.id), saved])
      say(words('moved', { title: saved.title, when: whenOf(saved, i18n.language) }))
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }
  const askRemove = async (entry: CalendarEntry) => {
    const isSure = await confirm({
      title: words('entry.removeTitle', { title: entry.title }),
      confirmLabel: words('entry.remove'),
      danger: true,
    })
    if (!isSure || !entry.own) return
    remove.mutate(
      { params: { entryId: entry.own.id } },
      {
        onSuccess: () => showToast({ variant: 'success', text: words('removed', { title: entry.title }) }),
        onError: fail,
      },
    )
  }
  const openEntry = (entry: CalendarEntry) =>
    setOpen(entry.own ? { what: 'entry', entry, span: nextHour(day) } : { what: 'details', entry })

  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <Button variant="outlined" onClick={() => setOpen({ what: 'feed' })}>
              {t('subscribe')}
            </Button>
            <Button
              variant="contained"
              startIcon={<AddIcon />}
              onClick={() => setOpen({ what: 'entry', entry: null, span: nextHour(day) })}
            >
              {t('newEntry')}
            </Button>
          </>
        }
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
        <Button variant="outlined" onClick={() => board.current?.api()?.today()}>
          {t('today')}
        </Button>
        <IconButton aria-label={t('previous')} onClick={() => board.current?.api()?.prev()}>
          <EarlierIcon sx={{ transform: theme.direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
        </IconButton>
        <IconButton aria-label={t('next')} onClick={() => board.current?.api()?.next()}>
          <LaterIcon sx={{ transform: theme.direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
        </IconButton>
        <Typography variant="h2" aria-live="polite" sx={{ flexGrow: 1 }}>
          {range?.title ?? ' '}
        </Typography>
        <TextField
          select
          size="small"
          label={t('views.label')}
          value={view}
          onChange={(event) => put({ view: event.target.value as CalendarView })}
          sx={{ minWidth: 130 }}
        >
          {calendarViews.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`views.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Box role="group" aria-label={t('filters')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        {kinds.map((kind) => {
          const isShown = !hidden.includes(kind)
          return (
            <Chip
              key={kind}
              label={t(`kinds.${kind}`)}
              color={isShown ? 'primary' : 'default'}
              variant={isShown ? 'filled' : 'outlined'}
              onClick={() => narrow(kind)}
              aria-pressed={isShown}
            />
          )
        })}
      </Box>
      {found.error && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.isCut && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('isCut')}
        </Alert>
      )}
      <CalendarBoard
        ref={board}
        entries={entries}
        view={view}
        day={day}
        onRange={({ day: shown, ...next }) => {
          setRange((before) =>
            before && +before.from === +next.from && +before.to === +next.to && before.title === next.title
              ? before
              : next,
          )
          if (shown !== day) put({ day: shown })
        }}
        onOpen={openEntry}
        onChoose={(span) => setOpen({ what: 'entry', entry: null, span })}
        onMove={move}
        onRemove={(entry) => void askRemove(entry)}
      />
      <Typography id={keysId} variant="caption" color="textSecondary" component="p" sx={{ mt: 1.5 }}>
        {t('keys')}
      </Typography>
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
      {open?.what === 'details' && <EntryDetails entry={open.entry} onClose={() => setOpen(null)} />}
      {open?.what === 'entry' && <EntryDialog entry={open.entry} span={open.span} onClose={() => setOpen(null)} />}
      {open?.what === 'feed' && <FeedDialog onClose={() => setOpen(null)} />}
    </>
  )
}

/** The hour that comes next, on the day that is shown. */
function nextHour(day: string): Span {
  const start = new Date()
  start.setHours(start.getHours() + 1, 0, 0, 0)
  if (day !== isoDay(new Date())) start.setTime(new Date(`${day}T09:00`).getTime())
  return { start, end: new Date(start.getTime() + 3_600_000), allDay: false }
}
