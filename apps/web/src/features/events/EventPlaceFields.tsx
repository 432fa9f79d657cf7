import type { EventContent as Content, EventPlace } from '@learnt/contract/events/content'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { DraftText } from '../documents/DraftText.tsx'
import { errorAt } from '../documents/field-errors.ts'
import type { ContentEditorProps } from '../documents/kind.ts'
import { askFacilitators, askRooms } from './asks.ts'
import { FacilitatorDialog } from './FacilitatorDialog.tsx'
import { PlacesDialog } from './PlacesDialog.tsx'
import { RoomDialog } from './RoomDialog.tsx'

const places: readonly EventPlace[] = ['inPerson', 'virtual', 'both']

/** Where an event takes place and who leads it. */
export function EventPlaceFields({ value, onChange, errors, locked }: ContentEditorProps<Content>) {
  const { t } = useTranslation(['eventEditor', 'events', 'problems'])
  const { t: problems } = useTranslation('problems')
  const [open, setOpen] = useState<'room' | 'facilitator' | 'rooms' | 'facilitators' | null>(null)
  const rooms = useQuery({ ...askRooms(true), staleTime: 60_000 })
  const people = useQuery({ ...askFacilitators(), staleTime: 60_000 })
  const set = (change: Partial<Content>) => onChange((content) => ({ ...content, ...change }))
  const known = new Map((people.data?.items ?? []).map((one) => [one.userId, one.name]))
  const roomError = fieldText(problems, errorAt(errors, 'roomId'))
  const leadError = fieldText(problems, errorAt(errors, 'facilitators'))
  // Archived rooms are no longer offered, but an event that uses one keeps its name.
  const offered = (rooms.data?.items ?? []).filter((room) => !room.isArchived || room.id === value.roomId)
  const isKnownRoom = value.roomId === null || rooms.data?.items.some((room) => room.id === value.roomId)
  return (
    <>
      <TextField
        select
        data-field="place"
        label={t('place')}
        value={value.place}
        disabled={locked}
        onChange={({ target }) => set({ place: target.value as EventPlace })}
      >
        {places.map((place) => (
          <MenuItem key={place} value={place}>
            {t(`events:places.${place}`)}
          </MenuItem>
        ))}
      </TextField>
      {value.place !== 'virtual' && (
        <>
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
            <TextField
              select
              fullWidth
              data-field="roomId"
              label={t('room')}
              value={value.roomId ?? ''}
              disabled={locked}
              onChange={({ target }) => set({ roomId: target.value || null })}
              error={Boolean(roomError)}
              helperText={roomError}
            >
              <MenuItem value="">{t('noRoom')}</MenuItem>
              {!isKnownRoom && value.roomId && <MenuItem value={value.roomId}>…</MenuItem>}
              {offered.map((room) => (
                <MenuItem key={room.id} value={room.id}>
                  {room.capacity === null ? room.name : t('roomOf', { name: room.name, count: room.capacity })}
                </MenuItem>
              ))}
            </TextField>
            {!locked && (
              <>
                <Button variant="outlined" sx={{ mt: 1, flexShrink: 0 }} onClick={() => setOpen('room')}>
                  {t('newRoom')}
                </Button>
                <Button color="inherit" sx={{ mt: 1, flexShrink: 0 }} onClick={() => setOpen('rooms')}>
                  {t('places.all')}
                </Button>
              </>
            )}
          </Box>
          <DraftText
            field="address"
            label={t('address')}
            value={value.address}
            maxLength={500}
            onChange={(address) => set({ address })}
          />
        </>
      )}
      {value.place !== 'inPerson' && (
        <DraftText
          field="joinUrl"
          type="url"
          label={t('joinUrl')}
          helperText={t('joinUrlHelp')}
          value={value.joinUrl}
          maxLength={2000}
          slotProps={{ htmlInput: { dir: 'ltr' } }}
          onChange={(joinUrl) => set({ joinUrl })}
        />
      )}
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        <Autocomplete
          multiple
          fullWidth
          disabled={locked}
          options={(people.data?.items ?? []).flatMap((one) => (one.isArchived ? [] : one.userId))}
          getOptionLabel={(userId) => known.get(userId) ?? '…'}
          value={value.facilitators}
          onChange={(_, facilitators) => set({ facilitators })}
          renderInput={(params) => (
            <TextField
              {...params}
              data-field="facilitators"
              label={t('facilitators')}
              error={Boolean(leadError)}
              helperText={leadError || t('facilitatorsHelp')}
            />
          )}
        />
        {!locked && (
          <>
            <Button variant="outlined" sx={{ mt: 1, flexShrink: 0 }} onClick={() => setOpen('facilitator')}>
              {t('addFacilitator')}
            </Button>
            <Button color="inherit" sx={{ mt: 1, flexShrink: 0 }} onClick={() => setOpen('facilitators')}>
              {t('places.all')}
            </Button>
          </>
        )}
      </Box>
      {(open === 'rooms' || open === 'facilitators') && (
        <PlacesDialog what={open === 'rooms' ? 'room' : 'facilitator'} onClose={() => setOpen(null)} />
      )}
      {open === 'room' && <RoomDialog onSaved={(room) => set({ roomId: room.id })} onClose={() => setOpen(null)} />}
      {open === 'facilitator' && (
        <FacilitatorDialog
          onSaved={(person) =>
            onChange((content) => ({
              ...content,
              facilitators: [...new Set([...content.facilitators, person.userId])],
            }))
          }
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
