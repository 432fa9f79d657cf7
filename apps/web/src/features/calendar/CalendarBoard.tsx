import FullCalendar, { type CalendarApi, type EventApi, type EventInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import arabic from '@fullcalendar/react/locales/ar'
import german from '@fullcalendar/react/locales/de'
import british from '@fullcalendar/react/locales/en-gb'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import type { CalendarEntry, CalendarKind } from '@learnt/contract/calendar'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isoDay, type Span, spanOf } from './entry-times.ts'

export const calendarViews = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

/** How FullCalendar calls them. */
const viewNames: Record<CalendarView, string> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  agenda: 'agenda',
}

const colors = {
  own: 'primary',
  event: 'success',
  due: 'warning',
  form: 'info',
  certificate: 'secondary',
} as const satisfies Record<CalendarKind, string>

/** What the page's own buttons move. */
export interface BoardHandle {
  api: () => CalendarApi | undefined
}

export interface BoardProps {
  ref: Ref<BoardHandle>
  entries: readonly CalendarEntry[]
  view: CalendarView
  /** The day that is shown first. */
  day: string
  onRange: (range: { from: Date; to: Date; title: string; day: string }) => void
  onOpen: (entry: CalendarEntry) => void
  /** A stretch of the calendar was chosen for a new entry. */
  onChoose?: (span: Span) => void
  /** Resolves to false where the entry has to go back. */
  onMove?: (entry: CalendarEntry, span: Span) => Promise<boolean>
  onRemove?: (entry: CalendarEntry) => void
}

const minute = 60_000

/** FullCalendar with the look of the theme. Only the page of the calendar loads it. */
export function CalendarBoard({ ref, entries, view, day, onRange, onOpen, onChoose, onMove, onRemove }: BoardProps) {
  const { t, i18n } = useTranslation('calendar')
  const { palette, direction, typography } = useTheme()
  const calendar = useRef<{ getApi(): CalendarApi }>(null)
  const box = useRef<HTMLDivElement>(null)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  useImperativeHandle(ref, () => ({ api: () => calendar.current?.getApi() }), [])

  const shown = entries.map((entry): EventInput => {
    const color = palette[colors[entry.kind]]
    const isFaint = entry.mark === 'done' || entry.mark === 'cancelled'
    const span = spanOf(entry)
    return {
      id: entry.id,
      title: t(`marks.${entry.mark}`, { title: entry.title }),
      allDay: span.allDay,
      start: span.allDay ? isoDay(span.start) : span.start,
      end: span.allDay ? isoDay(span.end) : span.end,
      editable: entry.own !== null,
      color: isFaint ? palette.text.secondary : entry.mark === 'overdue' ? palette.error.main : color.main,
      contrastColor: palette.mode === 'light' ? '#ffffff' : '#000000',
    }
  })

  const settle = async (event: EventApi, revert: () => void) => {
    const entry = byId.get(event.id)
    if (!entry || !event.start || !onMove) return revert()
    const span = { start: event.start, end: event.end ?? endOf(event), allDay: event.allDay }
    if (!(await onMove(entry, span))) revert()
  }

  const press = (pressed: KeyboardEvent) => {
    const element = (pressed.target as HTMLElement).closest<HTMLElement>('[data-entry]')
    const entry = byId.get(element?.dataset.entry ?? '')
    if (!entry?.own) return
    if (pressed.key === 'Delete') {
      pressed.preventDefault()
      return onRemove?.(entry)
    }
    const change = changeOf(pressed, { view, isRtl: direction === 'rtl', allDay: entry.days !== null })
    if (!change || !onMove) return
    pressed.preventDefault()
    const span = spanOf(entry)
    const next = { ...span, start: shift(span.start, change.start), end: shift(span.end, change.end) }
    if (next.end < next.start || (span.allDay && next.end <= next.start)) return
    void onMove(entry, next).then(() => {
      // the entry renders again in another place
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry.id)}"]`)?.focus(),
      )
    })
  }

  return (
    <Box
      ref={box}
      onKeyDown={press}
      sx={{
        '--fc-classic-background': palette.background.paper,
        '--fc-classic-foreground': palette.text.primary,
        '--fc-classic-muted-foreground': palette.text.secondary,
        '--fc-classic-faint-foreground': palette.text.secondary,
        '--fc-classic-border': palette.divider,
        '--fc-classic-strong-border': palette.divider,
        '--fc-classic-primary': palette.primary.main,
        '--fc-classic-primary-foreground': palette.primary.contrastText,
        '--fc-classic-faint': palette.action.hover,
        '--fc-classic-muted': palette.action.hover,
        '--fc-classic-strong': palette.action.selected,
        '--fc-classic-highlight': palette.action.selected,
        '--fc-classic-today': palette.action.selected,
        '--fc-classic-now': palette.error.main,
        fontFamily: typography.fontFamily,
        color: 'text.primary',
        '& [data-entry]:focus-visible': { outline: `3px solid ${palette.primary.main}`, outlineOffset: '1px' },
        '& [data-entry]': { cursor: 'pointer', minHeight: '24px' },
        // titles of the agenda are read whole
        '& .agenda-title': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      }}
    >
      <FullCalendar
        ref={calendar}
        plugins={[classic, dayGrid, timeGrid, list, interaction]}
        locales={[arabic, british, german]}
        locale={i18n.language.startsWith('en') ? 'en-gb' : i18n.language}
        direction={direction}
        initialView={viewNames[view]}
        initialDate={day}
        headerToolbar={false}
        height="auto"
        scrollTime="07:00:00"
        nowIndicator
        navLinks={false}
        dayMaxEvents={4}
        moreLinkContent={({ num }: { num: number }) => t('more', { count: num })}
        noEventsContent={t('nothing')}
        allDayText={t('allDay')}
        eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
        slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
        views={{ agenda: { type: 'list', duration: { days: 28 }, listItemEventTitleClass: 'agenda-title' } }}
        events={shown}
        eventInteractive
        selectable={onChoose !== undefined}
        selectMirror
        eventDidMount={({ el, event }) => {
          el.dataset.entry = event.id
        }}
        datesSet={({ start, end, view: current }) =>
          onRange({ from: start, to: end, title: current.title, day: isoDay(current.calendar.getDate()) })
        }
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          const entry = byId.get(event.id)
          if (entry) onOpen(entry)
        }}
        select={({ start, end, allDay }) => {
          calendar.current?.getApi().unselect()
          onChoose?.({ start, end, allDay })
        }}
        eventDrop={({ event, revert }) => void settle(event, revert)}
        eventResize={({ event, revert }) => void settle(event, revert)}
      />
    </Box>
  )
}

export function viewNameOf(view: CalendarView): string {
  return viewNames[view]
}

/** An entry that became one with times, or one with days, has no end yet. */
function endOf({ start, allDay }: EventApi): Date {
  return shift(start ?? new Date(), allDay ? { days: 1 } : { minutes: 60 })
}

interface Shift {
  days?: number
  minutes?: number
}

/** Days keep the time of the clock, also over a change of summer time. */
function shift(date: Date, { days = 0, minutes = 0 }: Shift): Date {
  const moved = new Date(date.getTime() + minutes * minute)
  moved.setDate(moved.getDate() + days)
  return moved
}

/** What a key does to an own entry: arrows with Shift move it, + and − change its length. */
function changeOf(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  of: { view: CalendarView; isRtl: boolean; allDay: boolean },
): { start: Shift; end: Shift } | null {
  const both = (by: Shift) => ({ start: by, end: by })
  const isByTime = !of.allDay && (of.view === 'week' || of.view === 'day')
  const across = of.isRtl ? -1 : 1
  if (shiftKey && key === 'ArrowRight') return both({ days: across })
  if (shiftKey && key === 'ArrowLeft') return both({ days: -across })
  if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const sign = key === 'ArrowDown' ? 1 : -1
    return both(isByTime ? { minutes: 30 * sign } : { days: (of.view === 'month' ? 7 : 1) * sign })
  }
  const longer = of.allDay ? { days: 1 } : { minutes: 30 }
  if (key === '+') return { start: {}, end: longer }
  if (key === '-') return { start: {}, end: of.allDay ? { days: -1 } : { minutes: -30 } }
  return null
}
