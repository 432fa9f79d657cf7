import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined'
import MoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../ui/table/list-state.ts'
import { formatDay } from '../ui/times.ts'

interface AsOfFieldProps {
  state: ListState
  onChange: (next: ListState) => void
  history: { historyFrom: string; historyTo: string } | undefined
}

/** Says of which day the report is, usually today; opens the choice of a past day, as of whose end it is then. */
export function AsOfField({ state, onChange, history }: AsOfFieldProps) {
  const { t, i18n } = useTranslation('reports')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const value = state.filters.asOf?.[0] ?? ''
  const words = (day: string) => formatDay(new Date(`${day}T12:00:00Z`), i18n.language, 'UTC')
  const choose = (day: string) => {
    setAnchor(null)
    onChange(withFilter(state, 'asOf', day ? [day] : []))
  }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value)
  const choices = history ? ['', ...daysOf(history)] : ['']
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<CalendarIcon />}
        endIcon={<MoreIcon />}
        title={t('asOfHelp')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {isDay ? words(value) : t('today')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -8, horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('asOfHelp'), sx: { p: 2, borderRadius: '14px' } } }}
      >
        <Box sx={{ display: 'grid', gap: 1, minWidth: 200 }}>
          {choices.map((day) => (
            <Button
              key={day}
              color="inherit"
              aria-pressed={day === value}
              onClick={() => choose(day)}
              sx={{ justifyContent: 'flex-start', '&[aria-pressed="true"]': { bgcolor: 'action.selected' } }}
            >
              {day ? t('endOf', { day: words(day) }) : t('today')}
            </Button>
          ))}
          <DayField
            value={value}
            onChange={(day) => onChange(withFilter(state, 'asOf', day ? [day] : []))}
            history={history}
          />
        </Box>
      </Popover>
    </>
  )
}

/** The last day that is kept, and the last of the month before it. */
function daysOf({ historyFrom, historyTo }: { historyFrom: string; historyTo: string }): string[] {
  const month = new Date(`${historyTo.slice(0, 7)}-01T12:00:00Z`)
  month.setUTCDate(0)
  return [historyTo, month.toISOString().slice(0, 10)].filter((day) => day >= historyFrom && day <= historyTo)
}

function DayField({
  value,
  onChange,
  history,
}: {
  value: string
  onChange: (day: string) => void
  history: AsOfFieldProps['history']
}) {
  const { t } = useTranslation('reports')
  // NOTE the address follows a moment later, and a year that is being typed begins as 0002
  const [typed, setTyped] = useState({ of: value, day: value })
  if (typed.of !== value) setTyped({ of: value, day: value })
  const { day } = typed
  const ask = (next: string) => next !== value && onChange(next)
  const hasNone = history !== undefined && history.historyTo < history.historyFrom
  return (
    <TextField
      type="date"
      size="small"
      label={t('asOf')}
      value={day}
      disabled={hasNone && value === ''}
      helperText={hasNone ? t('asOfNone') : undefined}
      onChange={(event) => {
        const next = event.target.value
        setTyped({ of: value, day: next })
        if (!history || (next >= history.historyFrom && next <= history.historyTo)) ask(next)
      }}
      onBlur={() => ask(day)}
      sx={{ mt: 1 }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: history?.historyFrom, max: history?.historyTo },
      }}
    />
  )
}
