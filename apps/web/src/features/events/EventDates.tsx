import type { EventContent as Content, EventSession } from '@learnt/contract/events/content'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newKey } from '../../api/call.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { isoDay, ownZone } from '../calendar/entry-times.ts'
import { DraftText } from '../documents/DraftText.tsx'
import { errorAt } from '../documents/field-errors.ts'
import type { ContentEditorProps } from '../documents/kind.ts'
import { askRooms } from './asks.ts'
import { ClockDraft } from './ClockDraft.tsx'
import { SeriesDialog } from './SeriesDialog.tsx'

/** The dates of an event, one by one or by a rule. */
export function EventDates({ value, onChange, errors, locked }: ContentEditorProps<Content>) {
  const { t } = useTranslation(['eventEditor', 'problems'])
  const { t: problems } = useTranslation('problems')
  const [isSeries, setSeries] = useState(false)
  const zones = useMemo(
    () => [...new Set([ownZone(), value.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [value.timeZone],
  )
  const put = (sessions: EventSession[]) => onChange((content) => ({ ...content, sessions }))
  const zoneError = fieldText(problems, errorAt(errors, 'timeZone'))
  const all = fieldText(problems, errors.sessions)
  return (
    <>
      <Typography color="textSecondary">{t('datesText')}</Typography>
      <Autocomplete
        options={zones}
        disableClearable
        disabled={locked}
        value={value.timeZone}
        onChange={(_, timeZone) => onChange((content) => ({ ...content, timeZone }))}
        renderInput={(params) => (
          <TextField
            {...params}
            data-field="timeZone"
            label={t('zone')}
            error={Boolean(zoneError)}
            helperText={zoneError || t('zoneHelp')}
          />
        )}
      />
      {all && (
        <Typography color="error" role="alert" data-field="sessions">
          {all}
        </Typography>
      )}
      <Box
        component="ol"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {value.sessions.map((session, at) => (
          <DateRow
            key={session.id}
            number={at + 1}
            session={session}
            timeZone={value.timeZone}
            errors={errors}
            locked={locked}
            onChange={(next) => put(value.sessions.map((one) => (one.id === session.id ? next : one)))}
            onRemove={() => put(value.sessions.filter((one) => one.id !== session.id))}
          />
        ))}
      </Box>
      {!locked && (
        <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            onClick={() => put([...value.sessions, newSession(value.sessions.at(-1))])}
          >
            {t('addDate')}
          </Button>
          <Button variant="outlined" onClick={() => setSeries(true)}>
            {t('addSeries')}
          </Button>
        </Box>
      )}
      {isSeries && (
        <SeriesDialog
          content={value}
          onClose={() => setSeries(false)}
          onAdd={(dates, series) => {
            onChange((content) => ({
              ...content,
              series,
              sessions: [...content.sessions, ...dates.map((date) => ({ ...newSession(undefined), ...date }))].sort(
                (a, b) => a.start.localeCompare(b.start),
              ),
            }))
            setSeries(false)
          }}
        />
      )}
    </>
  )
}

function DateRow({
  number,
  session,
  timeZone,
  errors,
  locked,
  onChange,
  onRemove,
}: {
  number: number
  session: EventSession
  timeZone: string
  errors: ContentEditorProps<Content>['errors']
  locked: boolean
  onChange: (session: EventSession) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('eventEditor')
  const isSpecial = session.title !== '' || session.roomId !== null || session.address !== '' || session.joinUrl !== ''
  const [isOpen, setOpen] = useState(isSpecial)
  const rooms = useQuery({ ...askRooms(false), staleTime: 60_000, enabled: isOpen })
  const key = (field: string) => `session/${session.id}/${field}`
  const set = (change: Partial<EventSession>) => onChange({ ...session, ...change })
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        borderTop: 1,
        borderColor: 'divider',
        pt: 2,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {t('dateNumber', { number })}
        </Typography>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'lessOfDate' : 'moreOfDate')}
        </Button>
        {!locked && (
          <IconButton aria-label={t('removeDate', { number })} onClick={onRemove}>
            <DeleteIcon />
          </IconButton>
        )}
      </Box>
      <Box
        // beside each other only where a clock with am and pm has room
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(230px, 100%), 1fr))' }}
      >
        <ClockDraft
          field={key('start')}
          label={t('starts')}
          value={session.start}
          timeZone={timeZone}
          error={errorAt(errors, key('start'))}
          locked={locked}
          onChange={(start) => set({ start, ...(session.end < start ? { end: laterOn(start, session) } : {}) })}
        />
        <ClockDraft
          field={key('end')}
          label={t('ends')}
          value={session.end}
          timeZone={timeZone}
          error={errorAt(errors, key('end'))}
          locked={locked}
          onChange={(end) => set({ end })}
        />
      </Box>
      {isOpen && (
        <>
          <DraftText
            field={key('title')}
            label={t('dateTitle')}
            value={session.title}
            maxLength={200}
            onChange={(title) => set({ title })}
          />
          <TextField
            select
            data-field={key('roomId')}
            label={t('ownRoom')}
            value={session.roomId ?? ''}
            disabled={locked}
            onChange={({ target }) => set({ roomId: target.value || null })}
          >
            <MenuItem value="">{t('sameRoom')}</MenuItem>
            {(rooms.data?.items ?? []).map((room) => (
              <MenuItem key={room.id} value={room.id}>
                {room.name}
              </MenuItem>
            ))}
          </TextField>
          <DraftText
            field={key('address')}
            label={t('ownAddress')}
            value={session.address}
            maxLength={500}
            onChange={(address) => set({ address })}
          />
          <DraftText
            field={key('joinUrl')}
            type="url"
            label={t('ownJoinUrl')}
            value={session.joinUrl}
            maxLength={2000}
            onChange={(joinUrl) => set({ joinUrl })}
          />
        </>
      )}
    </Box>
  )
}

/** A date a week behind the last one, or tomorrow morning. */
function newSession(last: EventSession | undefined): EventSession {
  const tomorrow = isoDay(new Date(Date.now() + 86_400_000))
  const later = (clock: string) => {
    const moved = new Date(`${clock.slice(0, 16)}:00Z`)
    moved.setUTCDate(moved.getUTCDate() + 7)
    return moved.toISOString().slice(0, 16)
  }
  return {
    id: newKey(),
    title: '',
    start: last ? later(last.start) : `${tomorrow}T09:00`,
    end: last ? later(last.end) : `${tomorrow}T10:00`,
    roomId: null,
    address: '',
    joinUrl: '',
    facilitators: [],
  }
}

/** The end of a date that was moved behind it, as long after the start as before. */
function laterOn(start: string, { start: was, end }: EventSession): string {
  const at = (clock: string) => Date.parse(`${clock.slice(0, 16)}:00Z`)
  const length = Math.max(at(end) - at(was), 0) || 3_600_000
  const moved = at(start) + length
  return Number.isNaN(moved) ? end : new Date(moved).toISOString().slice(0, 16)
}
