import type { EventContent, EventSession, SeriesRule } from '@learnt/contract/events/content'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { isoDay } from '../calendar/entry-times.ts'
import { ClockDraft } from './ClockDraft.tsx'

// the contract's own list would bring its schemas along
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const nths = ['none', '1', '2', '3', '4', '-1'] as const
type Dates = Pick<EventSession, 'start' | 'end'>[]

/** Dates by a rule, shown before they are added. Mount it to open it. */
export function SeriesDialog({
  content,
  onAdd,
  onClose,
}: {
  content: EventContent
  onAdd: (dates: Dates, rule: SeriesRule) => void
  onClose: () => void
}) {
  const { t, i18n } = useTranslation(['eventEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const tomorrow = isoDay(new Date(Date.now() + 86_400_000))
  const last = content.sessions.at(-1)
  const [start, setStart] = useState(last?.start ?? `${tomorrow}T09:00`)
  const [end, setEnd] = useState(last?.end ?? `${tomorrow}T10:00`)
  const [rule, setRule] = useState<SeriesRule>(
    content.series ?? {
      every: 'week',
      interval: 1,
      weekdays: [],
      nth: null,
      ends: { by: 'count', count: 4 },
      except: [],
    },
  )
  const [dates, setDates] = useState<Dates | null>(null)
  const change = (next: Partial<SeriesRule>) => {
    setRule({ ...rule, ...next })
    setDates(null)
  }
  const series = useSend(api.events.series, { outdates: [], onSuccess: ({ sessions }) => setDates(sessions) })
  const complaints = [
    ...(series.data?.problems.map(({ code }) =>
      t(`complaints.${code as 'gap'}`, { defaultValue: t('complaints.default') }),
    ) ?? []),
    ...(isProblem(series.error)
      ? series.error.errors.length > 0
        ? series.error.errors.map((one) => one.message)
        : [problemText(problems, series.error)]
      : []),
  ]
  const nameOf = (weekday: (typeof weekdays)[number]) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday)),
    )
  const clock = (value: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(
      new Date(`${value.slice(0, 16)}:00Z`),
    )
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('series.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <Typography color="textSecondary">{t('series.text')}</Typography>
        <Typography variant="subtitle2">{t('series.first')}</Typography>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <ClockDraft
            field="series/start"
            label={t('starts')}
            value={start}
            timeZone={content.timeZone}
            locked={false}
            onChange={(next) => {
              setStart(next)
              setDates(null)
            }}
          />
          <ClockDraft
            field="series/end"
            label={t('ends')}
            value={end}
            timeZone={content.timeZone}
            locked={false}
            onChange={(next) => {
              setEnd(next)
              setDates(null)
            }}
          />
          <TextField
            type="number"
            label={t('series.interval')}
            value={rule.interval}
            onChange={({ target }) => change({ interval: Math.floor(Number(target.value)) })}
            slotProps={{ htmlInput: { min: 1, max: 99 } }}
          />
          <TextField
            select
            label={t('series.every')}
            value={rule.every}
            onChange={({ target }) => change({ every: target.value as 'week', nth: null, weekdays: [] })}
          >
            {(['day', 'week', 'month'] as const).map((unit) => (
              <MenuItem key={unit} value={unit}>
                {t(`series.units.${unit}`)}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        {rule.every === 'month' && (
          <TextField
            select
            label={t('series.nth')}
            value={rule.nth === null ? 'none' : String(rule.nth)}
            onChange={({ target }) => change({ nth: target.value === 'none' ? null : Number(target.value) })}
          >
            {nths.map((nth) => (
              <MenuItem key={nth} value={nth}>
                {t(`series.nths.${nth}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {(rule.every === 'week' || rule.nth !== null) && (
          <Box role="group" aria-label={t('series.weekdays')} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            {weekdays.map((weekday) => {
              const isChosen = rule.weekdays.includes(weekday)
              return (
                <Chip
                  key={weekday}
                  label={nameOf(weekday)}
                  color={isChosen ? 'primary' : 'default'}
                  variant={isChosen ? 'filled' : 'outlined'}
                  aria-pressed={isChosen}
                  onClick={() =>
                    change({
                      weekdays: isChosen ? rule.weekdays.filter((one) => one !== weekday) : [...rule.weekdays, weekday],
                    })
                  }
                />
              )
            })}
          </Box>
        )}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <TextField
            select
            label={t('series.ends')}
            value={rule.ends.by}
            onChange={({ target }) =>
              change({
                ends: target.value === 'count' ? { by: 'count', count: 4 } : { by: 'day', day: start.slice(0, 10) },
              })
            }
          >
            <MenuItem value="count">{t('series.byCount')}</MenuItem>
            <MenuItem value="day">{t('series.byDay')}</MenuItem>
          </TextField>
          {rule.ends.by === 'count' ? (
            <TextField
              type="number"
              label={t('series.count')}
              value={rule.ends.count}
              onChange={({ target }) => change({ ends: { by: 'count', count: Math.floor(Number(target.value)) } })}
              slotProps={{ htmlInput: { min: 1 } }}
            />
          ) : (
            <TextField
              type="date"
              label={t('series.day')}
              value={rule.ends.day}
              onChange={({ target }) => change({ ends: { by: 'day', day: target.value } })}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          )}
        </Box>
        <Autocomplete
          multiple
          freeSolo
          options={[] as string[]}
          value={rule.except}
          onChange={(_, days) => change({ except: days.filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day)) })}
          renderInput={(params) => (
            <TextField {...params} label={t('series.except')} helperText={t('series.exceptHelp')} />
          )}
        />
        {complaints.length > 0 && (
          <Alert severity="error" role="alert">
            {[...new Set(complaints)].map((words) => (
              <div key={words}>{words}</div>
            ))}
          </Alert>
        )}
        {dates && dates.length > 0 && (
          <Box role="status">
            <Typography variant="subtitle2">{t('series.found', { count: dates.length })}</Typography>
            <Box component="ol" sx={{ maxHeight: 200, overflowY: 'auto', m: 0 }} tabIndex={0}>
              {dates.map((date) => (
                <li key={date.start}>{clock(date.start)}</li>
              ))}
            </Box>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        {dates && dates.length > 0 && complaints.length === 0 ? (
          <Button variant="contained" onClick={() => onAdd(dates, rule)}>
            {t('series.add', { count: dates.length })}
          </Button>
        ) : (
          <Button
            variant="contained"
            loading={series.isPending}
            onClick={() => series.mutate({ body: { timeZone: content.timeZone, start, end, rule } })}
          >
            {t('series.preview')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
